import type { ComponentType } from 'react';
import type { Static, TObject, TSchema } from 'typebox';
import type { Language } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';

/** A JSON Schema of one answer value. Flat: no `$ref`, no combinators, so that one compiled validator is all RJSF needs. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a rule may look at besides the value. */
export type CheckContext = {
  /** Today where the form is filled in, as YYYY-MM-DD. */
  today: string;
};

/** What is wrong with one answer: a stable rule name and the figures its text needs. */
export type AnswerProblem = {
  rule: string;
  params?: Record<string, string | number>;
  /** The sentence itself, when the server has found the problem and said it already. */
  text?: string;
};

/** How `ElementFrame` draws label, help and error around a widget. */
export type Frame =
  | 'label' // <label> for one control
  | 'group' // <fieldset> and <legend> around several controls
  | 'inline' // the control carries its own label, as a checkbox does
  | 'none'; // shows something, asks nothing

/** An element as its view sees it: the envelope every element has, and its type's own settings. */
export type ElementOf<Config> = FormElement & Config;

export type WidgetProps<Config, Value> = {
  element: ElementOf<Config>;
  /** id of the one control that the label points to, or of the group */
  id: string;
  value: Value | undefined;
  /** `undefined` takes the answer away. */
  onChange: (value: Value | undefined) => void;
  onBlur: () => void;
  language: Language;
  required: boolean;
  invalid: boolean;
  disabled: boolean;
  /** ids of help and error text, for aria-describedby */
  describedBy: string | undefined;
};

export type AnswerProps<Config, Value> = { element: ElementOf<Config>; value: Value; language: Language };

/** What a view module exports: how the element is filled in, and how its answer is read. */
export type ElementView<Config, Value> = {
  Widget: ComponentType<WidgetProps<Config, Value>>;
  Answer: ComponentType<AnswerProps<Config, Value>>;
};

/** Everything the engine knows about an element type. `widgets/<type>/element.ts` holds one. */
export type ElementType<Config = unknown, Value = unknown> = {
  /** Wire name; equals the folder's name. */
  readonly type: string;
  readonly frame: Frame;
  /** Settings an author may write beside the envelope of `FormElement`. */
  readonly config: TObject;
  /** Shape of the answer; absent when the element asks nothing. */
  readonly value?: TSchema;
  /** JSON Schema keywords that this element's settings add to `value`, e.g. `{ maxLength: 80 }`. */
  limits?(element: ElementOf<Config>): JsonSchema;
  /** Rules JSON Schema cannot say, run on a value that already has the right shape. */
  check?(value: Value, element: ElementOf<Config>, context: CheckContext): AnswerProblem | undefined;
  /** Whether the value counts as no answer; by default nothing, '' and []. */
  isEmpty?(value: unknown): boolean;
  /** Author mistakes that the config schema cannot say; each with a pointer below the element. */
  lint?(element: ElementOf<Config>): { pointer: string; rule: string; params?: Record<string, string | number> }[];
  /** Message ids for rules that read better in this type's own words; rule -> id in `locales/`. */
  readonly texts?: Readonly<Record<string, string>>;
  view(): Promise<ElementView<Config, Value>>;
};

/** Declares an element type; Config and Value follow from its schemas, and the view is checked against both. */
export function defineElement<C extends TObject, V extends TSchema>(
  definition: Omit<ElementType<Static<C>, Static<V>>, 'config' | 'value'> & { config: C; value?: V },
): ElementType<Static<C>, Static<V>> {
  return definition;
}

/** The registry as the engine reads it: settings and value types differ per entry and are erased here, once. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of differently typed definitions has no common type but this
export type AnyElementType = ElementType<any, any>;

export const isAsked = (elementType: AnyElementType): boolean => elementType.value !== undefined;

export function isEmptyAnswer(elementType: AnyElementType, value: unknown): boolean {
  if (elementType.isEmpty) return elementType.isEmpty(value);
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
