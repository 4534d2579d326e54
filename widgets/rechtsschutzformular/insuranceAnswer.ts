import * as Type from 'typebox';
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

/** Removes case and diacritics: "Möwe" and "mowe" are equal. */
export const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the insurers whose name contains every typed word, in list order. */
export function findInsurances(list: readonly LegalInsurance[], typed: string): LegalInsurance[] {
  const words = normalize(cleanTyped(typed, 'line')).split(/\s+/).filter(Boolean);
  return list.filter(({ name }) => words.every((word) => normalize(name).includes(word)));
}

/** Splits a name into parts and marks the typed ones. */
export function markTyped(name: string, typed: string): { text: string; isTyped: boolean }[] {
  const folded = normalize(name);
  const [word = ''] = normalize(typed).trim().split(/\s+/);
  const start = word === '' || folded.length !== name.length ? -1 : folded.indexOf(word);
  if (start < 0) return [{ text: name, isTyped: false }];
  const end = start + word.length;
  return [
    { text: name.slice(0, start), isTyped: false },
    { text: name.slice(start, end), isTyped: true },
    { text: name.slice(end), isTyped: false },
  ].filter(({ text }) => text !== '');
}

/** Returns the answer for a name: the insurer of the list if there is one, however it was typed. */
export function findInsurer(
  list: readonly LegalInsurance[],
  name: string,
): { foreignId?: string; name: string } {
  const typed = normalize(cleanTyped(name, 'line'));
  const insurer = list.find((candidate) => normalize(candidate.name) === typed);
  return insurer ? { foreignId: insurer.foreignId, name: insurer.name } : { name };
}
