import { decodeLinkText, parseLinkQuery, type LinkParameter } from '#schemas/platform/linkQuery.ts';
import { prefillNames, type FormElement } from './forms.ts';

type PrefillName = (typeof prefillNames)[number];

/** E-mail addresses have no spaces, so a plus in one is a plus. */
const mailNames: ReadonlySet<string> = new Set<PrefillName>(['m_email', 'em']);

const isPrefill = ({ name }: LinkParameter): boolean => prefillNames.some((each) => each === name);

const phoneNames: ReadonlySet<string> = new Set<PrefillName>(['m_handy', 'ph']);

/** Removes a scheme, and what a mail program has added to an e-mail address or a number. */
const cleanContact = (text: string): string =>
  text.replace(/^(?:mailto|tel):\s*/i, '').replace(/[\s.,:;!?>"'”“»)\]}]+$/, '');

/** Removes what a mail program has added. A name may end with a stop, or with a second quote. */
const cleanName = (text: string): string =>
  text.replace(/[\s,;>]+$/, '').replace(/^([^"„“”«»]*)["“”»]$/, '$1');

/** In other values a plus is a space, but a number may begin with one. */
const escapeFirstPlus = (value: string): string => value.replace(/^(tel:)?\+/i, '$1%2B');

function readText({ name, value }: LinkParameter): string {
  if (mailNames.has(name)) return cleanContact(decodeLinkText(value, '+').trim());
  if (phoneNames.has(name)) return cleanContact(decodeLinkText(escapeFirstPlus(value)).trim());
  return cleanName(decodeLinkText(value).trim());
}

/** Returns the first value of each name that is given. */
function readTexts(search: string): Partial<Record<string, string>> {
  const given = parseLinkQuery(search).filter(isPrefill).reverse();
  return Object.fromEntries(given.map((parameter) => [parameter.name, readText(parameter)]));
}

/** Reads prefill answers from an address, by element (docs/behaviour/forms.md#prefill). */
export function readPrefill(
  search: string,
  elements: readonly FormElement[],
): Record<string, string> {
  const texts = readTexts(search);
  const filled = elements.flatMap(({ id, prefill }) => {
    const value = prefill && texts[prefill];
    return value ? [[id, value] as const] : [];
  });
  return Object.fromEntries(filled);
}

/** Removes the prefill answers from an address: the history must not contain personal data. */
export function removePrefill(search: string): string {
  const parameters = parseLinkQuery(search);
  if (!parameters.some(isPrefill)) return search;
  const others = parameters.filter((parameter) => !isPrefill(parameter));
  return others.length > 0 ? `?${others.map(({ written }) => written).join('&')}` : '';
}

/** Returns the part of an address that prefills answers, without `?`. */
export function pickPrefill(search: string): string {
  const texts = readTexts(search);
  const given = prefillNames.flatMap((name) => {
    const value = texts[name];
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(given).toString();
}
