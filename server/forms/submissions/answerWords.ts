import type { Language } from '#schemas/platform/common.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import { indexLimits } from '#server/forms/limits.ts';
import { parseReference } from '#server/forms/reference.ts';
import { listSearched, listWords } from '#server/words.ts';
import { createReader, displayValue, listFields, mapAnswers, readValues } from './fields.ts';

/** Lists the words of the answers as they are displayed, each once. */
export function listAnswerWords(
  definition: FormDefinition,
  answers: readonly Answer[],
  language: Language,
): string[] {
  const given = mapAnswers(answers);
  const reader = createReader(language);
  const texts = listFields(definition).flatMap((field) =>
    readValues(field, given).map((value) => displayValue(field, value, reader)),
  );
  const words = listWords(texts.join('\n')).map(({ plain }) => plain);
  return [...new Set(words)].slice(0, indexLimits.maxWords);
}

const listStems = (text: string): string[] =>
  [...new Set(listSearched(text).map(({ stem }) => stem))].slice(0, indexLimits.maxSearchWords);

/** Parses a search: a reference number, or beginnings of words. */
export function parseSubmissionSearch(
  text: string,
): { reference: string } | { beginnings: string[] } {
  const reference = parseReference(text);
  return reference === undefined ? { beginnings: listStems(text) } : { reference };
}
