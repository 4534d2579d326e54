/** Letters that Unicode does not decompose; no German keyboard has them. */
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** The slash in the NFKD form of a fraction such as ⅔. */
export const fractionSlash = '\u2044';

/** Removes diacritics, also those of umlauts: ü is u. */
export const removeMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Removes capitals, accents and invisible characters, but no umlauts. */
export const removeAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?!\u0308)[\p{M}\p{Cf}]/gu, '')
    .replace(/[ıłđðøæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(fractionSlash, '/')
    .normalize('NFKC');

const umlauts: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' };

/** Reads ae, oe and ue as umlauts; not in Bauer, Feuer or Quelle. Browsers may lack lookbehinds. */
export const composeUmlauts = (word: string): string =>
  word.replace(/([aou])e((?:ue)*)|[aeq](?:ue)+/g, (all: string, vowel?: string, kept?: string) =>
    vowel === undefined ? all : `${umlauts[vowel]}${kept ?? ''}`,
  );

/**
 * Folds a text for a search: without capitals, accents and invisible characters; umlauts, ae and a,
 * and ß and ss are equal. The one rule of all searches.
 */
export const foldText = (text: string): string =>
  removeMarks(composeUmlauts(removeAccents(text))).replaceAll('ß', 'ss');
