import { matchPath } from 'react-router-dom';
import { legalTextNames } from '#schemas/accounts/legalTexts.ts';
import type { FoundPage } from '#schemas/portal/serverRender.ts';
import { formPatterns, sentPatterns } from './paths.ts';
import { matchRoute, routes } from './routes.ts';

/** Spells the fixed parts of a path as its pattern does; the values of parameters stay. */
function spell(pathname: string, pattern: string): string {
  const fixed = pattern.split('/');
  return pathname
    .split('/')
    .map((part, index) => (/^[:*]/.test(fixed[index] ?? '*') ? part : fixed[index]))
    .join('/');
}

const isLegalText = (name: string | undefined): boolean =>
  legalTextNames.some((each) => each === name);

/**
 * Finds the page of a path; undefined if the web app has none. The browser ignores capitals in a
 * path (/Login), but the routes of the server do not.
 */
export function findPage(pathname: string): FoundPage | undefined {
  const ofForm = [...formPatterns, ...sentPatterns].find((each) => matchPath(each, pathname));
  if (ofForm !== undefined) return { path: spell(pathname, ofForm), params: {} };
  const { name, params } = matchRoute({ pathname, search: '' });
  if (name === 'notFound' || (name === 'legalText' && !isLegalText(params['legalText'])))
    return undefined;
  return { path: spell(pathname, routes[name].pattern), name, params };
}
