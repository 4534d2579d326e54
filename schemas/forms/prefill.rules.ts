import { decodeLinkText, parseLinkQuery, type LinkParameter } from '#schemas/platform/linkQuery.ts';
import { prefillNames, type FormElement } from './forms.ts';

type PrefillName = (typeof prefillNames)[number];

/** E-mail addresses have no spaces, so a plus in one is a plus. */
const mailNames: ReadonlySet<string> = new Set<PrefillName>(['m_email', 'em']);

const isPrefill = ({ name }: LinkParameter): boolean => prefillNames.some((each) => each === name);

/** Returns the first value of each name that is given. */
function readTexts(search: string): Partial<Record<string, string>> {
  const given = parseLinkQuery(search).filter(isPrefill).reverse();
  return Object.fromEntries(
    given.map(({ name, value }) => [
      name,
      decodeLinkText(value, mailNames.has(name) ? '+' : ' ').trim(),
    ]),
  );
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
