import type { ParseArgsConfig } from 'node:util';
import type { TSchema } from 'typebox';
import type { ErrorReason } from '#schemas/platform/errors.ts';
import { getFirm } from '#server/accounts/accounts/service.ts';
import type { Deps } from '#server/deps.ts';
import { findInputErrors } from '#server/http/input/validateRequests.ts';
import { ProblemError } from '#server/problem.ts';

export type Values = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** An object or a list of them, which is printed; the exit code is 1 after a failure. */
export type Outcome = { result: object; isFailure?: boolean };

/** A command with its words, such as `key new`, and what it takes. */
export type Command = {
  /** words after the options' names, e.g. `FIRM KEY_ID` */
  takes: readonly string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  purpose: string;
  run: (deps: Deps, given: readonly string[], values: Values) => Promise<Outcome>;
};

/** A wrong use of a command. The message is for the operator. */
export class UsageError extends Error {}

/** Replaces refusals of the service, which are written for callers, by sentences for the operator. */
export async function explainRefusal<T>(
  work: Promise<T>,
  sentences: Readonly<Partial<Record<ErrorReason, string>>>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const sentence = error instanceof ProblemError ? sentences[error.reason] : undefined;
    throw sentence === undefined ? error : new UsageError(sentence);
  }
}

/** The sentence for a firm that does not exist. */
export const describeUnknownFirm = (firm: string): string =>
  `There is no firm ${firm}. npm run admin -- firm list names all.`;

/** Returns the id of a firm, also of a disabled one. Throws UsageError for an unknown one. */
export const getFirmId = async ({ db }: Deps, firm: string): Promise<string> =>
  (await explainRefusal(getFirm(db, firm), { notFound: describeUnknownFirm(firm) })).id;

/** Returns the value of an option, which is never empty; undefined when it is left out. */
export const getText = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

/** Returns the value of an option. Throws UsageError without one. */
export function requireText(values: Values, name: string): string {
  const value = getText(values, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** Returns a whole number from 0; undefined without one. Throws UsageError. */
export function getNumber(values: Values, name: string): number | undefined {
  const value = getText(values, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,6}$/.test(value))
    throw new UsageError(`--${name} must be a whole number of at most 6 digits.`);
  return Number(value);
}

/** Returns the value of an option that has to be one of a list. Throws UsageError. */
export function getChoice<T extends string>(
  values: Values,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = getText(values, name);
  const choice = choices.find((each) => each === value);
  if (value !== undefined && choice === undefined)
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

/** Names the option that gives a field or an entry of it. */
const toOption = (pointer: string): string => {
  const [, field = ''] = pointer.split('/');
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
};

/**
 * Cleans what the options say in its place, and checks it like the body of a call. Throws
 * UsageError, which names the option.
 */
export function cleanInput(schema: TSchema, input: object): void {
  const [wrong] = Object.entries(findInputErrors(schema, input, 'en') ?? {});
  if (wrong) throw new UsageError(`${toOption(wrong[0])}: ${wrong[1]}`);
}
