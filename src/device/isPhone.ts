type BrowserHints = { userAgentData?: { mobile: boolean } };

/**
 * Returns true on a mobile phone by its user agent. A narrow window or a zoomed page is no phone.
 */
export const isPhone = ({
  userAgent,
  userAgentData,
}: BrowserHints & { userAgent: string } = navigator): boolean =>
  userAgentData?.mobile ??
  /\b(iPhone|iPod|Windows Phone)\b|\bAndroid\b.*\bMobile\b/.test(userAgent);
