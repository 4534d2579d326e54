import * as Type from 'typebox';
import { described, languages, localized, LocalizedText, type Language } from '#schemas/common.ts';

/** One of the answers an author offers; the answer holds its `value`. */
export const Option = Type.Object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What the answer holds; rules compare with it.',
    }),
    label: described(LocalizedText, 'What visitors read.'),
    help: Type.Optional(described(LocalizedText, 'A line below the label.')),
  },
  { additionalProperties: false },
);
export type Option = Type.Static<typeof Option>;

export const Options = Type.Array(Option, {
  minItems: 1,
  maxItems: 200,
  description: 'What there is to choose from, in this order.',
});

/** What visitors read for a value; the value itself when nobody offers it any more. */
export function optionLabel(options: readonly Option[], value: string, language: Language): string {
  const option = options.find((candidate) => candidate.value === value);
  return option ? localized(option.label, language) : value;
}

/** The value that a text means: it is one, or it is what visitors read for one, in whichever language. */
export function optionNamed(options: readonly Option[], text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  const isRead = ({ label }: Option) =>
    languages.some((language) => localized(label, language).toLowerCase() === wanted);
  return (options.find(({ value }) => value.toLowerCase() === wanted) ?? options.find(isRead))
    ?.value;
}

/** Findings for values that are offered twice, as `lint` of an element type reports them. */
export function duplicateOptions(
  options: readonly Option[],
): { pointer: string; rule: string; params: { value: string } }[] {
  return options.flatMap(({ value }, index) =>
    options.findIndex((other) => other.value === value) < index
      ? [{ pointer: `/options/${index}/value`, rule: 'duplicateOption', params: { value } }]
      : [],
  );
}
