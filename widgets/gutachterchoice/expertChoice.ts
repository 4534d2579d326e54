import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';
import { cleanParts, cleanTyped } from '#schemas/platform/typedText.ts';
import { ExpertId, PostalCode, postalCodePattern } from '#schemas/forms/experts.ts';
import { expertLimits } from '#schemas/forms/limits.ts';
import { isBlank } from '#src/engine/core/values/isBlank.ts';
import type { AnswerProblem, PostedContext, PostedFields } from '#src/engine/core/element.ts';

/** A postal code and the expert: one of the list, a typed name, or the provider's choice. */
export const ExpertChoice = Type.Object(
  {
    postalCode: PostalCode,
    choice: Type.Optional(StringEnum(['listed', 'own', 'any'])),
    /** of the listed expert */
    id: Type.Optional(ExpertId),
    name: Type.Optional(Type.String({ maxLength: expertLimits.maxNameLength })),
  },
  { additionalProperties: false },
);
export type ExpertChoice = Type.Static<typeof ExpertChoice>;

const wholePostalCode = new RegExp(postalCodePattern);
export const isPostalCode = (text: unknown): text is string =>
  typeof text === 'string' && wholePostalCode.test(text);

/** A draft may hold an answer of another type under this id; it counts as no choice. */
export const readChoice = (value: unknown): Partial<ExpertChoice> => (isChoice(value) ? value : {});

const isChoice = (value: unknown): value is Partial<ExpertChoice> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true if nothing is typed and nothing chosen. */
export const isNoChoice = (value: unknown): boolean =>
  isBlank(value) ||
  (isChoice(value) && [value.postalCode, value.choice, value.name].every(isBlank));

/** Cleans the typed parts; the name of a listed expert stays as the list has it. */
export const cleanChoice = (value: unknown): unknown =>
  cleanParts(value, {
    postalCode: 'postalCode',
    ...(readChoice(value).choice === 'own' ? ({ name: 'line' } as const) : {}),
  });

/** Returns what is missing once the postal code is valid. */
export function findMissing({ choice, id, name }: ExpertChoice): AnswerProblem | undefined {
  if (choice === undefined || (choice === 'listed' && !(id && name))) return { rule: 'choice' };
  if (choice === 'own' && isBlank(name)) return { rule: 'name' };
  return undefined;
}

/**
 * Reads the fields of a page without scripts, which can list no experts. A typed postal code is
 * kept; one that another element has filled in is no answer.
 */
export function readPosted(
  { read }: PostedFields,
  { postalCodeFrom }: { postalCodeFrom?: string },
  { find }: PostedContext,
): Partial<ExpertChoice> | undefined {
  const name = read('name').trim();
  const choice = read();
  const elsewhere = postalCodeFrom === undefined ? undefined : find(postalCodeFrom);
  const typed = cleanTyped(read('code'), 'postalCode');
  const postalCode = typed || (isPostalCode(elsewhere) ? elsewhere : '');
  if (choice === 'any') return { postalCode, choice };
  if (choice === 'own' || name) return { postalCode, choice: 'own', name };
  return typed && typed !== elsewhere ? { postalCode } : undefined;
}
