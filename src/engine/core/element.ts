import type { ComponentType } from 'react';
import type { Static, TObject, TSchema } from 'typebox';
import type { Language, LocalizedText, KnownPerson } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from './fieldAddress.ts';
import type { Purpose } from './settings/autocomplete.ts';
import { isBlank } from './values/isBlank.ts';
import type { ReadAnswer, ReadTexts } from './evaluation/conditions.ts';
import type { FormatMessage } from './validation/formatError.ts';

/** JSON Schema of one answer value. Flat, without `$ref` and combinators. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Facts that a rule may use besides the value. */
export type CheckContext = {
  /** YYYY-MM-DD in the time zone where the form is filled in. */
  today: string;
  /** The published revision that is being answered. */
  revision: number;
  /** The visitor, as far as known. */
  person?: KnownPerson;
};

/** The rule that an answer breaks and the figures of its message. */
export type AnswerProblem = {
  rule: string;
  params?: Record<string, string | number>;
  /** The field of the widget that is wrong, unless it is the first. */
  part?: { id: string; label: LocalizedText };
  /** The message itself, if the server has written it. */
  text?: string;
};

/** Language and message formatter for displaying an answer. */
export type DisplayContext = { language: Language; text: FormatMessage };

/** The fields of one element as a browser posts them without scripts. */
export type PostedFields = {
  /** Returns the text of the element's field, or of a part; '' for none. */
  read: (part?: string) => string;
  /** Returns all values of the element's field, such as ticked options. */
  list: () => readonly string[];
};

/** Facts that posted fields are read with. */
export type PostedContext = {
  today: string;
  language: Language;
  /** Returns an answer of the same row, else of the form. */
  find: (elementId: string) => unknown;
};

/** How `ElementFrame` draws label, help and error around a widget. */
export type Frame =
  | 'label' // <label> for one control
  | 'group' // <fieldset> and <legend> around several controls
  | 'inline' // the widget draws its own label, as a checkbox does
  | 'none'; // displays something, has no answer

/** An element as its view gets it: common settings and the settings of its type. */
export type ElementOf<Config> = FormElement & Config;

export type WidgetProps<Config, Value> = {
  element: ElementOf<Config>;
  address: FieldAddress;
  /** DOM id of the control that the label points to, or of the group */
  id: string;
  value: Value | undefined;
  /** `undefined` deletes the answer. */
  onChange: (value: Value | undefined) => void;
  /**
   * Like `onChange`, for a field that draws the typed value itself: the element is drawn again only
   * if more than its value changes.
   */
  onType: (value: Value | undefined) => void;
  onBlur: () => void;
  language: Language;
  required: boolean;
  invalid: boolean;
  disabled: boolean;
  /** DOM ids of help and error text, for aria-describedby */
  describedBy: string | undefined;
  /** The error message, for a type with `hasOwnErrorLine`. */
  error: string | undefined;
};

export type AnswerProps<Config, Value> = {
  element: ElementOf<Config>;
  value: Value;
  language: Language;
};

/** Exports of a view module: the widget, and the view of its answer. */
export type ElementView<Config, Value> = {
  Widget: ComponentType<WidgetProps<Config, Value>>;
  /** Absent when the type has no answer. */
  Answer?: ComponentType<AnswerProps<Config, Value>>;
};

/** An upload in an answer. Everything besides the id must equal what is stored. */
export type UploadInAnswer = { entityId: string; name?: string; extension?: string; size?: number };

export type UploadLimits = {
  maxFiles: number;
  maxSizeBytes: number;
  extensions: readonly string[];
};

/**
 * A regular expression in an element's settings, and the length of the longest answer it runs on.
 */
export type AuthorPattern = { pointer: string; pattern: string; maxLength: number };

/** The kind of answer that an element named in a setting must have. */
export type AnswerKind = 'number' | 'list' | 'day' | 'postalCode';

export type ComputedAnswers<Config, Value> = {
  /** Computes the answer from earlier ones. */
  evaluate(
    element: ElementOf<Config>,
    read: ReadAnswer,
    context: CheckContext,
    words: ReadTexts,
  ): Value | undefined;
  /** Returns what `evaluate` reads: ids of elements, or `group.element`. */
  listSources(element: ElementOf<Config>): string[];
};

export type Rows<Config> = {
  /** Returns how many rows an answer may have. */
  getRange(element: ElementOf<Config>): { min: number; max: number };
  /** Names one row; `row` counts from 0. */
  formatName(element: ElementOf<Config>, row: number, language: Language): string;
};

export type Uploads<Config, Value> = {
  /** Returns the uploads of a value of the right shape. */
  list(value: Value): readonly UploadInAnswer[];
  getLimits(element: ElementOf<Config>): UploadLimits;
};

export type Signature<Value> = {
  /** Returns how and when it was given. */
  getOrigin(value: Value): { method: string; signedAt: string };
  /**
   * Returns its PNG as a data URL. The server decodes every pixel and reports the rule `broken` if
   * it cannot.
   */
  getPicture(value: Value): string;
};

/** Everything the engine knows about an element type. `widgets/<type>/element.ts` exports one. */
export type ElementType<Config = unknown, Value = unknown> = {
  /** Wire name; equals the folder's name. */
  readonly type: string;
  readonly frame: Frame;
  /** Enter in the only field of a form sends it. */
  readonly isOneInput?: true;
  /** Only the portal's own forms may use the type, for example to ask for a password. */
  readonly isPortalOnly?: true;
  /** The autocomplete token, unless the setting `autocomplete` names another. */
  readonly purpose?: Purpose;
  /** The widget draws its error itself (`ErrorLine`), at the field that is wrong. */
  readonly hasOwnErrorLine?: true;
  /** The value is never stored on the device. */
  readonly isSecret?: true;
  /** Settings of this type, besides those of `FormElement`. */
  readonly config: TObject;
  /** Shape of the answer; absent when the element has none. */
  readonly value?: TSchema;
  /** Returns JSON Schema keywords that the settings add to `value`, e.g. `{ maxLength: 80 }`. */
  limits?(element: ElementOf<Config>): JsonSchema;
  /** Returns a more precise rule than the schema's for a value of the wrong shape. */
  refineRule?(
    value: unknown,
    context: CheckContext,
    element: ElementOf<Config>,
  ): string | undefined;
  /** Checks rules that JSON Schema cannot express. The value has the right shape already. */
  check?(
    value: Value,
    element: ElementOf<Config>,
    context: CheckContext,
  ): AnswerProblem | undefined;
  /** Computed answers, in the browser and again on the server. */
  readonly computed?: ComputedAnswers<Config, Value>;
  /** Returns which kind of answer the elements named in the settings must have; used by lint. */
  expects?(element: ElementOf<Config>): { source: string; kind: AnswerKind }[];
  /** Marks a group: its answer is an array of rows, each an object of answers. */
  readonly rows?: Rows<Config>;
  /** Returns true if the value counts as no answer. Default: nothing, '' and []. */
  isEmpty?(value: unknown): boolean;
  /**
   * Cleans what was typed into an answer, the same in browser and server: on blur, before sending,
   * and before the server validates. Gets any value; one of another shape is returned unchanged.
   */
  clean?(value: unknown, element: ElementOf<Config>): unknown;
  /**
   * Converts a text, for example a URL parameter, to an answer. A type without this function is
   * never prefilled. Unreadable text is returned as text if the widget lets the visitor correct it,
   * otherwise `undefined`.
   */
  parseText?(
    text: string,
    element: ElementOf<Config>,
    context: { today: string },
  ): Value | string | undefined;
  /**
   * Converts posted fields to an answer, as the widget does while typing. Default: `parseText` of
   * the text without spaces around it. The form's rules reject unreadable text.
   */
  parsePosted?(
    fields: PostedFields,
    element: ElementOf<Config>,
    context: PostedContext,
  ): Partial<Value> | Value | string | undefined;
  /** The answer can be given with scripts only. */
  readonly needsScripts?: true;
  /** Files that the answer names. */
  readonly uploads?: Uploads<Config, Value>;
  /**
   * Formats the answer for reading, one line per part. Default: the value as text. A type without
   * an answer returns its own text.
   */
  formatAnswer?(value: Value, element: ElementOf<Config>, reader: DisplayContext): string;
  /**
   * Formats a value on one line inside a computed text; `undefined` for a value of another type.
   * Default: texts only, unchanged.
   */
  formatInline?(value: unknown, element: ElementOf<Config>, language: Language): string | undefined;
  /** The answer is a signature. */
  readonly signature?: Signature<Value>;
  /** Its label is a heading of the outline, valid until the next one. */
  readonly isSectionStart?: true;
  /**
   * Returns author mistakes that the config schema cannot express; pointers are relative to the
   * element.
   */
  lint?(
    element: ElementOf<Config>,
  ): { pointer: string; rule: string; params?: Record<string, string | number> }[];
  /**
   * Returns the author's regular expressions. They run on answers, so lint rejects slow ones before
   * publication.
   */
  patterns?(element: ElementOf<Config>): readonly AuthorPattern[];
  /** Returns the author's text for a broken rule; it takes precedence over `texts`. */
  getOwnText?(rule: string, element: ElementOf<Config>): LocalizedText | undefined;
  /** Message ids by rule, for rules whose common text does not fit this type. */
  readonly texts?: Readonly<Record<string, string>>;
  view(): Promise<ElementView<Config, Value>>;
};

/**
 * Declares an element type. Config and Value are inferred from its schemas; the view is checked
 * against both.
 */
export function defineElement<C extends TObject, V extends TSchema>(
  definition: Omit<ElementType<Static<C>, Static<V>>, 'config' | 'value'> & {
    config: C;
    value?: V;
  },
): ElementType<Static<C>, Static<V>> {
  return definition;
}

/** An element type in the registry: Config and Value differ per entry, so they are erased here. */
// oxlint-disable-next-line typescript/no-explicit-any -- no other common type exists
export type AnyElementType = ElementType<any, any>;

/** Returns true if the element has an answer, given or computed. */
export const hasAnswer = (elementType: AnyElementType): boolean => elementType.value !== undefined;

/** Returns true if a visitor has to give the answer. */
export const isAsked = (elementType: AnyElementType): boolean =>
  hasAnswer(elementType) && !elementType.computed;

/** Formats an answer for display; hides a secret one. */
export function displayAnswer(
  elementType: AnyElementType,
  value: unknown,
  element: FormElement,
  reader: DisplayContext,
): string {
  if (elementType.isSecret) return reader.text('answer.hidden', {});
  return elementType.formatAnswer
    ? elementType.formatAnswer(value, element, reader)
    : String(value);
}

/** Returns true if the type counts the value as no answer. */
export function isEmptyAnswer(elementType: AnyElementType, value: unknown): boolean {
  return elementType.isEmpty ? elementType.isEmpty(value) : isBlank(value);
}
