import { submissionLimits } from '#schemas/forms/limits.ts';
import type { Answer, FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import type { Language } from '#schemas/platform/common.ts';
import {
  getPurpose,
  prefillPurposes,
  type Purpose,
} from '#src/engine/core/settings/autocomplete.ts';
import { createReader, displayValue, listFields, mapAnswers, readValues } from './fields.ts';

/** Purposes of fields that name the sender; a person before a company. */
const [wholeName, firstName, lastName, company] = [
  'name',
  'given-name',
  'family-name',
  'organization',
] as const satisfies Purpose[];
const naming: ReadonlySet<unknown> = new Set([wholeName, firstName, lastName, company]);

/** Returns the purpose of a field's prefill; its autocomplete can be off or another one. */
const getNamePurpose = (element: FormElement): Purpose | undefined =>
  element.prefill ? prefillPurposes[element.prefill] : getPurpose(element);

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Cuts a text behind a whole word; a cut text ends with an ellipsis. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const end = cut.lastIndexOf(' ');
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

export type Description = { sender: string; preview: string };

/**
 * Describes a submission for a list: the name of its sender, from answers that can be prefilled or
 * have an autocomplete, and the first other answers. Throws for an answer that cannot be displayed.
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
    const { element } = field;
    const text = oneLine(displayValue(field, value, reader));
    return text === '' ? [] : [{ element, purpose: getNamePurpose(element), text }];
  });
  const find = (wanted: Purpose) => shown.find(({ purpose }) => purpose === wanted)?.text;
  const person = [find(firstName), find(lastName)].filter(Boolean).join(' ');
  const others = shown.filter(
    ({ element, purpose }) => element.prefill === undefined && !naming.has(purpose),
  );
  const texts: string[] = [];
  for (const { text } of others) {
    if (texts.join(', ').length > submissionLimits.maxPreviewLength) break;
    texts.push(text);
  }
  return {
    sender: find(wholeName) ?? (person || find(company) || ''),
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
