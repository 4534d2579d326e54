import * as Type from 'typebox';
import type { LegalInsurance } from '#schemas/insurances.ts';
import { limits } from '#schemas/limits.ts';
import { isBlank } from '#src/engine/core/blank.ts';

const { maxNameLength, maxNumberLength } = limits.insurance;

/** A legal insurance; `foreignId` is there when the insurer stands in the list, otherwise the visitor wrote its name. */
export const InsuranceAnswer = Type.Object(
  {
    foreignId: Type.Optional(Type.String({ maxLength: 64 })),
    name: Type.String({ pattern: '\\S', maxLength: maxNameLength }),
    policyNumber: Type.Optional(Type.String({ maxLength: maxNumberLength })),
    claimNumber: Type.Optional(Type.String({ maxLength: maxNumberLength })),
  },
  { additionalProperties: false },
);
export type InsuranceAnswer = Type.Static<typeof InsuranceAnswer>;

/** The numbers an insurer's letters carry, with what they are called. */
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

/** A draft may hold the answer of an earlier element of this name; what is no insurance is none. */
export const insuranceIn = (value: unknown): Partial<InsuranceAnswer> =>
  isRecord(value) ? value : {};

export const isNoInsurance = (value: unknown): boolean =>
  isBlank(value) ||
  (isRecord(value) && [value.name, value.policyNumber, value.claimNumber].every(isBlank));

/** The same letter for "Möwe" and "mowe": people search as they type. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Insurers whose name holds every word that was typed, in the order of the list. */
export function matchingInsurances(
  list: readonly LegalInsurance[],
  typed: string,
): LegalInsurance[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return list.filter(({ name }) => words.every((word) => fold(name).includes(word)));
}

/** The parts of a name in their order, those that were typed marked. */
export function markTyped(name: string, typed: string): { text: string; isTyped: boolean }[] {
  const folded = fold(name);
  const [word = ''] = fold(typed).trim().split(/\s+/);
  const start = word === '' || folded.length !== name.length ? -1 : folded.indexOf(word);
  if (start < 0) return [{ text: name, isTyped: false }];
  const end = start + word.length;
  return [
    { text: name.slice(0, start), isTyped: false },
    { text: name.slice(start, end), isTyped: true },
    { text: name.slice(end), isTyped: false },
  ].filter(({ text }) => text !== '');
}

/** What is answered for a name: the insurer of the list, if it is one, however it was typed. */
export function insurerNamed(
  list: readonly LegalInsurance[],
  name: string,
): { foreignId?: string; name: string } {
  const insurer = list.find((candidate) => fold(candidate.name) === fold(name.trim()));
  return insurer ? { foreignId: insurer.foreignId, name: insurer.name } : { name };
}
