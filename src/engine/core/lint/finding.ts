import type { Severity } from '#schemas/platform/findings.ts';
import type { AnswerProblem } from '../element.ts';
import type { FormatMessage } from '../validation/formatError.ts';
import type { LintedForm } from './lintedForm.ts';

/** A change that is safe without asking: a setting to add, or without a value a part to delete. */
export type Fix = { pointer: string; value?: string };

/** Finding of a rule about one part of a definition. */
export type Found = {
  /** JSON pointer into the definition. */
  pointer: string;
  params?: NonNullable<AnswerProblem['params']>;
  /**
   * The only known name with a similar spelling. Never applied automatically, because it is a
   * guess.
   */
  suggestion?: string | undefined;
  fix?: Fix | undefined;
};

/** The message id in `locales/` is `finding.<rule>`. */
export type Finding = Found & { rule: string; severity: Severity };

export type LintRule = { name: string; severity: Severity; find: (form: LintedForm) => Found[] };

/** Formats the message for the author. */
export function formatFinding(
  { rule, params, suggestion }: Finding,
  format: FormatMessage,
): string {
  const sentence = format(`finding.${rule}`, params ?? {});
  return suggestion === undefined
    ? sentence
    : `${sentence} ${format('finding.didYouMean', { suggestion })}`;
}
