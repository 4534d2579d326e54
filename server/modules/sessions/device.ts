import Bowser from 'bowser';

/** What a browser says of itself, so that its user knows it again: `Firefox, Windows`. Empty where it says nothing. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ');
}
