import type { FormElement } from '#schemas/forms.ts';

/** A sample element with answers that fit and answers that do not: what the shared suite and Storybook show of a type. */
export type Fixture = {
  element: FormElement;
  valid: unknown[];
  invalid: unknown[];
  /** Something a person would type into the empty element; it must become an answer that fits. */
  typed?: string;
  /** Texts from the form's address and the answers they stand for; none where the type is never prefilled. */
  prefilled?: [text: string, answer: unknown][];
};
