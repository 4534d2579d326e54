import { linkKeyParam, staffAccountParam, taskParam } from './webAddresses.ts';

/** Parameters of links in mails whose value is a key. */
const keyParams: readonly string[] = [linkKeyParam, taskParam, staffAccountParam];

/** The escape of a byte, also one that was cut, or a character. */
const token = /%[0-9a-f]{0,2}|[^]/gi;

const decodeByte = (text: string): string =>
  text.length === 3 ? String.fromCharCode(Number.parseInt(text.slice(1), 16)) : text;

/** Keys are base64url, or words with hyphens. */
const isOfKey = (text: string): boolean => /^[\w-]$/.test(decodeByte(text));

/** Cuts off what cannot be in a key, such as the full stop or the quotation mark after a link. */
function cutEnd(text: string): string {
  const tokens = text.match(token) ?? [];
  return tokens.slice(0, tokens.findLastIndex(isOfKey) + 1).join('');
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

function cleanPath(path: string): string {
  // Two slashes at the start would be the address of another site.
  const single = path.replace(/[/\\]{2,}/g, '/');
  const cut = cutEnd(single);
  if (/^\/*$/.test(single.slice(cut.length))) return single;
  // A path of nothing but a broken escape is no link to the start, but unknown.
  return cut || (isDecodable(single) ? '/' : single);
}

const escapedAmpersand = /^(?:amp(?:;|%3B))+/i;

/**
 * Splits a query into its parameters as they are written. A link that was copied from the source of
 * a mail separates them by `&amp;`.
 */
export const splitQuery = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .map((parameter) => parameter.replace(escapedAmpersand, ''));

function cleanQuery(search: string): string {
  if (search === '') return '';
  const parameters = splitQuery(search);
  const [name = '', value] = parameters.pop()?.split(/=(.*)/s) ?? [];
  const isKey = value !== undefined && keyParams.includes(name);
  const last = value === undefined ? name : `${name}=${isKey ? cutEnd(value) : value}`;
  return `?${[...parameters, last].join('&')}`;
}

/**
 * Returns the path and the query that a link had before a mail program changed it; undefined if
 * they are the same (docs/behaviour/portal.md#changed-links).
 */
export function cleanLink(url: string): string | undefined {
  const [path = '', ...query] = url.split(/(?=\?)/);
  const clean = cleanPath(path) + cleanQuery(query.join(''));
  return clean === url ? undefined : clean;
}
