import { hasWords } from '#schemas/platform/common.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';

/** Placeholder that older accounts have as their headline. */
const headlinePlaceholder = 'WelcomeHeadline';

/**
 * Returns the headline of a public page, or undefined for a placeholder
 * (docs/behaviour/accounts.md#public-page).
 */
export const getShownHeadline = (headline: string): string | undefined =>
  hasWords(headline) && headline.trim() !== headlinePlaceholder ? headline.trim() : undefined;

/** Truncates a welcome text at a word boundary; undefined when it is short enough. */
export function truncateWelcome(text: string): string | undefined {
  const characters = [...text];
  if (characters.length <= accountLimits.welcomeCut) return undefined;
  const beginning = characters
    .slice(0, accountLimits.welcomeCut + 1)
    .join('')
    .replace(/(\S)\s+\S*$/, '$1');
  return `${[...beginning].slice(0, accountLimits.welcomeCut).join('')}…`;
}

/** Returns the first two letters of a service's name, in place of a picture. */
export const getFirstTwoLetters = (name: string): string => [...name.trim()].slice(0, 2).join('');

/** Returns the initials of a provider, in place of a logo. */
export const getInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase();

/** Separates the main service, or the first one, from the others. */
export function sortServices<T extends { isMainService: boolean }>(
  assistants: readonly T[],
): { main: T | undefined; others: T[] } {
  const main = assistants.find(({ isMainService }) => isMainService) ?? assistants[0];
  return { main, others: assistants.filter((each) => each !== main) };
}
