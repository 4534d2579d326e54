import { submissionLimits } from '#schemas/forms/limits.ts';
import type { Answer, FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import type { Language } from '#schemas/platform/common.ts';
import { createReader, displayValue, listFields, mapAnswers, readValues } from './fields.ts';

/** Prefill names of a person's name, in the order in which it is written. */
const nameParts = [['fn', 'm_vorname'], ['ln', 'm_name'], ['cmp']] as const;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Cuts a text behind a whole word; a cut text ends with an ellipsis. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const end = cut.lastIndexOf(' ');
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

const isOneOf = (names: readonly string[], { prefill }: FormElement): boolean =>
  prefill !== undefined && names.includes(prefill);

export type Description = { sender: string; preview: string };

/**
 * Describes a submission for a list: the name of its sender, from answers that can be prefilled,
 * and the first other answers. Throws for an answer that cannot be displayed.
 */
export function describeAnswers(
  definition: FormDefinition,
  answers: readonly Answer[],
  language: Language,
): Description {
  const given = mapAnswers(answers);
  const reader = createReader(language);
  const shown = listFields(definition).flatMap((field) => {
    const [value] = readValues(field, given);
    const text = oneLine(displayValue(field, value, reader));
    return text === '' ? [] : [{ element: field.element, text }];
  });
  const find = (names: readonly string[]) =>
    shown.find(({ element }) => isOneOf(names, element))?.text;
  const [first, last, company] = nameParts.map(find);
  const person = [first, last].filter(Boolean).join(' ');
  const others = shown.filter(({ element }) => element.prefill === undefined);
  const texts: string[] = [];
  for (const { text } of others) {
    if (texts.join(', ').length > submissionLimits.maxPreviewLength) break;
    texts.push(text);
  }
  return {
    sender: person || company || '',
    preview: shorten(texts.join(', '), submissionLimits.maxPreviewLength),
  };
}

/** Describes a new submission; nulls for answers that cannot be displayed, which the index job logs. */
export function describeIfPossible(
  ...input: Parameters<typeof describeAnswers>
): Description | { sender: null; preview: null } {
  try {
    return describeAnswers(...input);
  } catch {
    return { sender: null, preview: null };
  }
}
