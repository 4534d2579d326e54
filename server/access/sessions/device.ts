import Bowser from 'bowser';

/**
 * Describes a browser by its User-Agent, so that its user recognises it: `Firefox, Windows`. Empty
 * if unknown.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ');
}
