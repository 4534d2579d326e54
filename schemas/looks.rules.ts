import { hasWords } from './common.ts';
import { limits } from './limits.ts';

/** What a welcome headline says before anybody has written one. */
export const headlinePlaceholder = 'WelcomeHeadline';

/** The headline of a public page, where it says something (product.md §2.4, Public landing page). */
export const shownHeadline = (headline: string): string | undefined =>
  hasWords(headline) && headline.trim() !== headlinePlaceholder ? headline.trim() : undefined;

/** The beginning of a welcome text, where phones do not show all of it at once, up to the last word that is whole; undefined: it is short enough (product.md §2.4). */
export function welcomeBeginning(text: string): string | undefined {
  const characters = [...text];
  if (characters.length <= limits.account.welcomeCut) return undefined;
  const beginning = characters
    .slice(0, limits.account.welcomeCut + 1)
    .join('')
    .replace(/(\S)\s+\S*$/, '$1');
  return `${[...beginning].slice(0, limits.account.welcomeCut).join('')}…`;
}

/** What stands for a service without a picture: the first two letters of its name (product.md §2.4). */
export const twoLetters = (name: string): string => [...name.trim()].slice(0, 2).join('');

/** What stands for a provider without a logo: the first letters of its first two words. */
export const firstLetters = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase();

/** The service that is shown large, and the others (product.md §2.4: the main service, or the first). */
export function servicesOf<T extends { isMainService: boolean }>(
  assistants: readonly T[],
): { main: T | undefined; others: T[] } {
  const main = assistants.find(({ isMainService }) => isMainService) ?? assistants[0];
  return { main, others: assistants.filter((each) => each !== main) };
}
