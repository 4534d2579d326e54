import { localized } from '#schemas/common.ts';
import { hasAnswer } from '../../element.ts';
import type { LintRule } from '../finding.ts';
import { below } from '../pointer.ts';

export const labelMissing: LintRule = {
  name: 'labelMissing', severity: 'error',
  find: ({ elements }) => elements
    .filter(({ element: { label }, elementType }) => elementType && hasAnswer(elementType) && !(label && localized(label, 'de').trim()))
    .map(({ pointer }) => ({ pointer: below(pointer, 'label') })),
};

const hasEnglish = (text: unknown): boolean => typeof text === 'object' && text !== null && 'en' in text;
/** One word may be a name that every language writes alike. */
const isSentence = (text: unknown): boolean => (typeof text === 'string' ? /\p{L}\s+\p{L}/u.test(text) : true);

export const languageMissing: LintRule = {
  name: 'languageMissing', severity: 'warning',
  find: ({ texts }) =>
    texts.length === 0 || texts.some(({ text }) => hasEnglish(text)) ? [] : [{ pointer: '', params: { language: 'en', count: texts.length } }],
};

export const translationMissing: LintRule = {
  name: 'translationMissing', severity: 'warning',
  find: ({ texts }) => {
    if (!texts.some(({ text }) => hasEnglish(text))) return [];
    return texts.filter(({ text }) => !hasEnglish(text) && isSentence(text)).map(({ pointer }) => ({ pointer, params: { language: 'en' } }));
  },
};
