import { importedKinds, type ImportedKind, type ImportedRecord } from '#schemas/portal/imports.ts';
import type { Language } from '#schemas/platform/common.ts';
import { decodeUtf8 } from '#server/http/input/encodings.ts';
import { findTextProblem } from '#server/http/input/plainTexts.ts';
import { findInputErrors } from '#server/http/input/validateRequests.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';

/** Kind and id of a line, also of a broken one. */
export type Named = { kind: string | null; externalId: string | null };

const getText = (value: unknown, name: string): string | null => {
  const text = (value as Record<string, unknown> | null)?.[name];
  return typeof text === 'string' ? text : null;
};

/** Parses a line as JSON; undefined for any other text. Throws `invalidEncoding`. */
export function parseLine(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const nameLimit = 200;

/** Returns kind and external id of a line as they are given, for its report. */
export const getNames = (value: unknown): Named => ({
  kind: getText(value, 'kind')?.slice(0, nameLimit) ?? null,
  externalId: getText(value, 'externalId')?.slice(0, nameLimit) ?? null,
});

const isKind = (kind: string | null): kind is ImportedKind =>
  kind !== null && Object.hasOwn(importedKinds, kind);

/** Returns the record of a line by the rules of single calls; throws `invalidInput`. */
export function checkRecord(value: unknown, language: Language): ImportedRecord {
  const { kind } = getNames(value);
  if (!isKind(kind)) {
    const allowed = Object.keys(importedKinds).join(', ');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const sentence = getTexts(language)('input.error.enum', { allowed });
    throw createProblem('invalidInput', isObject ? { '/kind': sentence } : undefined);
  }
  const textProblem = findTextProblem(value, language);
  if (textProblem) throw textProblem;
  const fields = findInputErrors(importedKinds[kind], value, language);
  if (fields) throw createProblem('invalidInput', fields);
  return value as ImportedRecord; // checked above
}
