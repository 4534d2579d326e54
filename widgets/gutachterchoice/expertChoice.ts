import * as Type from 'typebox';
import { StringEnum } from '#schemas/common.ts';
import { ExpertId, PostalCode, postalCodePattern } from '#schemas/experts.ts';
import { limits } from '#schemas/limits.ts';
import { isBlank } from '#src/engine/core/blank.ts';
import type { AnswerProblem } from '#src/engine/core/element.ts';

/** Whom a visitor wants around a postal code: one of the list, somebody they name, or whomever the provider picks. */
export const ExpertChoice = Type.Object(
  {
    postalCode: PostalCode,
    choice: Type.Optional(StringEnum(['listed', 'own', 'any'])),
    /** of the listed one */
    id: Type.Optional(ExpertId),
    name: Type.Optional(Type.String({ maxLength: limits.expert.maxNameLength })),
  },
  { additionalProperties: false },
);
export type ExpertChoice = Type.Static<typeof ExpertChoice>;

const wholePostalCode = new RegExp(postalCodePattern);
export const isPostalCode = (text: unknown): text is string =>
  typeof text === 'string' && wholePostalCode.test(text);

/** A draft may hold the answer of an earlier element of this name; what is no choice is none. */
export const choiceIn = (value: unknown): Partial<ExpertChoice> => (isChoice(value) ? value : {});

const isChoice = (value: unknown): value is Partial<ExpertChoice> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing typed and nothing chosen. */
export const isNoChoice = (value: unknown): boolean =>
  isBlank(value) ||
  (isChoice(value) && [value.postalCode, value.choice, value.name].every(isBlank));

/** What a choice still lacks once its postal code is right. */
export function missingIn({ choice, id, name }: ExpertChoice): AnswerProblem | undefined {
  if (choice === undefined || (choice === 'listed' && !(id && name))) return { rule: 'choice' };
  if (choice === 'own' && !name?.trim()) return { rule: 'name' };
  return undefined;
}
