import type { FormElement } from '#schemas/forms/forms.ts';

/** A sample element with valid and invalid answers, for the shared tests and Storybook. */
export type Fixture = {
  element: FormElement;
  valid: unknown[];
  invalid: unknown[];
  /** A text to type into the empty element; it must become a valid answer. */
  typed?: string;
  /** Texts of URL parameters and their answers; empty for a type that is never prefilled. */
  prefilled?: [text: string, answer: unknown][];
};
