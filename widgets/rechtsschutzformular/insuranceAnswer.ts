import * as Type from 'typebox';
import { foldText } from '#schemas/platform/foldText.ts';
import { visiblePattern } from '#schemas/platform/plainText.ts';
import { cleanParts, cleanTyped } from '#schemas/platform/typedText.ts';
import type { LegalInsurance } from '#schemas/forms/insurances.ts';
import { insuranceLimits } from '#schemas/forms/limits.ts';
import { isBlank } from '#src/engine/core/values/isBlank.ts';

const { maxNameLength, maxNumberLength } = insuranceLimits;

/**
 * A legal insurance; `foreignId` is set for an insurer of the list, otherwise the name was typed.
 */
export const InsuranceAnswer = Type.Object(
  {
    foreignId: Type.Optional(Type.String({ maxLength: 64 })),
    name: Type.String({ pattern: visiblePattern, maxLength: maxNameLength }),
    policyNumber: Type.Optional(Type.String({ maxLength: maxNumberLength })),
    claimNumber: Type.Optional(Type.String({ maxLength: maxNumberLength })),
  },
  { additionalProperties: false },
);
export type InsuranceAnswer = Type.Static<typeof InsuranceAnswer>;

/** The numbers of an insurance with their labels. */
export const numbers = {
  policyNumber: 'rechtsschutzformular.policyNumber',
  claimNumber: 'rechtsschutzformular.claimNumber',
} as const;
export const numberNames = [
  'policyNumber',
  'claimNumber',
] as const satisfies (keyof typeof numbers)[];

const isRecord = (value: unknown): value is Partial<InsuranceAnswer> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A draft may hold an answer of another type under this id; it counts as no insurance. */
export const readInsurance = (value: unknown): Partial<InsuranceAnswer> =>
  isRecord(value) ? value : {};

export const isNoInsurance = (value: unknown): boolean =>
  isBlank(value) ||
  (isRecord(value) && [value.name, value.policyNumber, value.claimNumber].every(isBlank));

/** Cleans the typed parts; the name of a listed insurer stays as the list has it. */
export const cleanInsurance = (value: unknown): unknown =>
  cleanParts(value, {
    ...(readInsurance(value).foreignId === undefined ? ({ name: 'line' } as const) : {}),
    policyNumber: 'code',
    claimNumber: 'code',
  });

/** Returns the insurers whose name contains every typed word, in list order. */
export function findInsurances(list: readonly LegalInsurance[], typed: string): LegalInsurance[] {
  const words = foldText(cleanTyped(typed, 'line')).split(/\s+/).filter(Boolean);
  return list.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
}

/** Returns the position in a name behind all letters that fold to `length` ones at most. */
function findPosition(name: string, length: number): number {
  let at = name.length;
  while (foldText(name.slice(0, at)).length > length) at -= 1;
  return at;
}

/** Splits a name into parts and marks the typed ones. */
export function markTyped(name: string, typed: string): { text: string; isTyped: boolean }[] {
  const [word = ''] = foldText(typed).trim().split(/\s+/);
  const start = word === '' ? -1 : foldText(name).indexOf(word);
  if (start < 0) return [{ text: name, isTyped: false }];
  const from = findPosition(name, start);
  const end = findPosition(name, start + word.length);
  return [
    { text: name.slice(0, from), isTyped: false },
    { text: name.slice(from, end), isTyped: true },
    { text: name.slice(end), isTyped: false },
  ].filter(({ text }) => text !== '');
}

/** Returns the answer for a name: the insurer of the list if there is one, however it was typed. */
export function findInsurer(
  list: readonly LegalInsurance[],
  name: string,
): { foreignId?: string; name: string } {
  const typed = foldText(cleanTyped(name, 'line'));
  const insurer = list.find((candidate) => foldText(candidate.name) === typed);
  return insurer ? { foreignId: insurer.foreignId, name: insurer.name } : { name };
}
