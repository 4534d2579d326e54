import { hasWords, languages, type Language } from '#schemas/platform/common.ts';
import { hasAnswer } from '../../element.ts';
import type { LintRule } from '../finding.ts';
import { joinPointer } from '../pointer.ts';

export const labelMissing: LintRule = {
  name: 'labelMissing',
  severity: 'error',
  find: ({ elements }) =>
    elements
      .filter(
        ({ element: { label }, elementType }) =>
          elementType && hasAnswer(elementType) && label === undefined,
      )
      .map(({ pointer }) => ({ pointer: joinPointer(pointer, 'label') })),
};

type Translations = Partial<Record<Language, unknown>>;
const asTranslations = (text: unknown): Translations | undefined =>
  typeof text === 'object' && text !== null ? text : undefined;
const isWritten = (words: unknown): boolean => typeof words === 'string' && hasWords(words);
const hasNoWords = (text: unknown): boolean =>
  typeof text === 'string'
    ? !hasWords(text)
    : asTranslations(text) !== undefined &&
      !languages.some((language) => isWritten(asTranslations(text)?.[language]));
const hasEnglish = (text: unknown): boolean => isWritten(asTranslations(text)?.en);
/** A single word may be a name that is the same in every language. */
const isSentence = (text: unknown): boolean =>
  typeof text === 'string' ? /\p{L}\s+\p{L}/u.test(text) : true;

export const textBlank: LintRule = {
  name: 'textBlank',
  severity: 'error',
  find: ({ texts }) =>
    texts.filter(({ text }) => hasNoWords(text)).map(({ pointer }) => ({ pointer })),
};

/** Returns the languages that a text lists with an empty value. */
function listEmptyLanguages(text: unknown): Language[] {
  const words = asTranslations(text) ?? {};
  return languages.filter((language) => language in words && !isWritten(words[language]));
}

export const languageMissing: LintRule = {
  name: 'languageMissing',
  severity: 'warning',
  find: ({ texts }) =>
    texts.length === 0 || texts.some(({ text }) => hasEnglish(text))
      ? []
      : [{ pointer: '', params: { language: 'en', count: texts.length } }],
};

export const translationMissing: LintRule = {
  name: 'translationMissing',
  severity: 'warning',
  find: ({ texts }) => {
    const isBilingual = texts.some(({ text }) => hasEnglish(text));
    const isUntranslated = (text: unknown) =>
      isBilingual && isSentence(text) && asTranslations(text)?.en === undefined;
    return texts.flatMap(({ text, pointer }) => {
      if (hasNoWords(text)) return [];
      const missing: Language[] = isUntranslated(text) ? ['en'] : listEmptyLanguages(text);
      return missing.map((language) => ({ pointer, params: { language } }));
    });
  },
};
