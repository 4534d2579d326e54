import * as Type from 'typebox';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { languages, localize, LocalizedText, type Language } from '#schemas/platform/common.ts';

/** An option of a choice. The answer stores its `value`. */
export const Option = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 200 }),
    label: LocalizedText,
    help: Type.Optional(LocalizedText),
  },
  { additionalProperties: false },
);
export type Option = Type.Static<typeof Option>;

export const Options = Type.Array(Option, { minItems: 1, maxItems: 200 });

/** Returns the label of a value, or the value itself if the option was removed. */
export function getOptionLabel(
  options: readonly Option[],
  value: string,
  language: Language,
): string {
  const option = options.find((candidate) => candidate.value === value);
  return option ? localize(option.label, language) : value;
}

/** Returns the value of the option whose value or label, in any language, equals a text. */
export function findOptionValue(options: readonly Option[], text: string): string | undefined {
  const fold = (each: string): string => cleanTyped(each, 'line').toLowerCase();
  const wanted = fold(text);
  const hasLabel = ({ label }: Option) =>
    languages.some((language) => fold(localize(label, language)) === wanted);
  return (options.find(({ value }) => fold(value) === wanted) ?? options.find(hasLabel))?.value;
}

/** Returns a lint finding for each value that occurs twice. */
export function findDuplicateOptions(
  options: readonly Option[],
): { pointer: string; rule: string; params: { value: string } }[] {
  return options.flatMap(({ value }, index) =>
    options.findIndex((other) => other.value === value) < index
      ? [{ pointer: `/options/${index}/value`, rule: 'duplicateOption', params: { value } }]
      : [],
  );
}
