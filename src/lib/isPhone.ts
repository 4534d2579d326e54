type BrowserHints = { userAgentData?: { mobile: boolean } };

/** Whether this is a mobile phone, by what the browser says of itself: a narrow window or a zoomed page is none. */
export const isPhone = ({
  userAgent,
  userAgentData,
}: BrowserHints & { userAgent: string } = navigator): boolean =>
  userAgentData?.mobile ??
  /\b(iPhone|iPod|Windows Phone)\b|\bAndroid\b.*\bMobile\b/.test(userAgent);
