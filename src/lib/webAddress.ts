/** The address a provider wrote, where it may be followed: well formed, http or https. */
export function webAddress(text: string | null): URL | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}
