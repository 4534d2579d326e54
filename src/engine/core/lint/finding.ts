import type { Severity } from '#schemas/findings.ts';
import type { AnswerProblem } from '../element.ts';
import type { FormatText } from '../errorText.ts';
import type { FormUnderLint } from './formUnderLint.ts';

/** A change that is safe without asking: a setting to add, or (without a value) a part to take away. */
export type Fix = { pointer: string; value?: string };

/** What a rule has found at one place of a definition. */
export type Found = {
  /** JSON pointer into the definition. */
  pointer: string;
  params?: NonNullable<AnswerProblem['params']>;
  /** The one known name that is spelt almost alike. Never applied by itself: it may be another mistake. */
  suggestion?: string | undefined;
  fix?: Fix | undefined;
};

/** Its text in `locales/` is `finding.<rule>`. */
export type Finding = Found & { rule: string; severity: Severity };

/** One kind of mistake. */
export type LintRule = { name: string; severity: Severity; find: (form: FormUnderLint) => Found[] };

/** The sentence for the author. */
export function findingText({ rule, params, suggestion }: Finding, format: FormatText): string {
  const sentence = format(`finding.${rule}`, params ?? {});
  return suggestion === undefined
    ? sentence
    : `${sentence} ${format('finding.didYouMean', { suggestion })}`;
}
