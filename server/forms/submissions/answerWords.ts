import { languages, localize, type Language } from '#schemas/platform/common.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import { indexLimits } from '#server/forms/limits.ts';
import { parseReference } from '#server/forms/reference.ts';
import { listIndexed, listSearched, listWords, type SearchedWord } from '#server/words.ts';
import { createReader, displayValue, listFields, mapAnswers, readValues } from './fields.ts';

/**
 * Lists the words of the form's title in all languages and of the answers as they are displayed,
 * and their stems, each once.
 */
export function listSubmissionWords(
  definition: FormDefinition,
  answers: readonly Answer[],
  language: Language,
): string[] {
  const given = mapAnswers(answers);
  const reader = createReader(language);
  const texts = listFields(definition).flatMap((field) =>
    readValues(field, given).map((value) => displayValue(field, value, reader)),
  );
  const titles = languages.map((each) => localize(definition.title, each));
  return listIndexed(listWords([...titles, ...texts].join('\n')).slice(0, indexLimits.maxWords));
}

/** A reference number, or words that all have to be found. */
export type SubmissionSearch = { reference: string } | { words: readonly SearchedWord[] };

export function parseSubmissionSearch(text: string): SubmissionSearch {
  const reference = parseReference(text);
  return reference === undefined
    ? { words: listSearched(text).slice(0, indexLimits.maxSearchWords) }
    : { reference };
}
