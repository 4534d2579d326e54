import type { ComponentType } from 'react';
import type { Static, TObject, TSchema } from 'typebox';
import type { Language, LocalizedText } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';
import type { KnownPerson } from '#schemas/users.rules.ts';
import type { Address } from './address.ts';
import type { Purpose } from './autocomplete.ts';
import { isBlank } from './blank.ts';
import type { Read, ReadWords } from './conditions.ts';
import type { FormatText } from './errorText.ts';

/** A JSON Schema of one answer value. Flat: no `$ref`, no combinators, so that one compiled validator is all RJSF needs. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a rule may look at besides the value. */
export type CheckContext = {
  /** Today where the form is filled in, as YYYY-MM-DD. */
  today: string;
  /** The published revision that is being answered. */
  revision: number;
  /** Who fills the form in, as far as it is known. */
  person?: KnownPerson;
};

/** What is wrong with one answer: a stable rule name and the figures its text needs. */
export type AnswerProblem = {
  rule: string;
  params?: Record<string, string | number>;
  /** Which of several fields of the widget it is about, where that is not the first. */
  part?: { id: string; label: LocalizedText };
  /** The sentence itself, when the server has found the problem and said it already. */
  text?: string;
};

/** Whom an answer is told to. */
export type Reader = { language: Language; text: FormatText };

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
  /** Where the answer stands in the form. */
  address: Address;
  /** id of the one control that the label points to, or of the group */
  id: string;
  value: Value | undefined;
  /** `undefined` takes the answer away. */
  onChange: (value: Value | undefined) => void;
  /** The same from a field that shows by itself what is typed: unless more than the answer changes, nothing is drawn. */
  onType: (value: Value | undefined) => void;
  onBlur: () => void;
  language: Language;
  required: boolean;
  invalid: boolean;
  disabled: boolean;
  /** ids of help and error text, for aria-describedby */
  describedBy: string | undefined;
  /** What is wrong, for a type that places it itself. */
  error: string | undefined;
};

export type AnswerProps<Config, Value> = {
  element: ElementOf<Config>;
  value: Value;
  language: Language;
};

/** What a view module exports: how the element is filled in, and how its answer is read. */
export type ElementView<Config, Value> = {
  Widget: ComponentType<WidgetProps<Config, Value>>;
  /** Not of a type that asks nothing. */
  Answer?: ComponentType<AnswerProps<Config, Value>>;
};

/** An upload as an answer names it. Whatever it says besides the id must be what is stored. */
export type UploadInAnswer = { entityId: string; name?: string; extension?: string; size?: number };

/** What an element takes that is answered with uploads. */
export type UploadLimits = {
  maxFiles: number;
  maxSizeBytes: number;
  extensions: readonly string[];
};

/** A regular expression in an element's settings, with the longest answer it is run on. */
export type AuthorPattern = { pointer: string; pattern: string; maxLength: number };

/** What an element that another one names must be answered with. */
export type AnswerKind = 'number' | 'list' | 'day' | 'postalCode';

/** Everything the engine knows about an element type. `widgets/<type>/element.ts` holds one. */
export type ElementType<Config = unknown, Value = unknown> = {
  /** Wire name; equals the folder's name. */
  readonly type: string;
  readonly frame: Frame;
  /** Asks what only the portal itself may ask, such as a password: no provider publishes a form with it. */
  readonly isPortalOnly?: true;
  /** What it asks about the visitor unless its setting `autocomplete` says otherwise. */
  readonly purpose?: Purpose;
  /** Its widget says what is wrong (`ErrorLine`), at the one of its fields that it is about. */
  readonly placesError?: true;
  /** Its value is kept nowhere on the device. */
  readonly isSecret?: true;
  /** Settings an author may write beside the envelope of `FormElement`. */
  readonly config: TObject;
  /** Shape of the answer; absent when the element asks nothing. */
  readonly value?: TSchema;
  /** JSON Schema keywords that this element's settings add to `value`, e.g. `{ maxLength: 80 }`. */
  limits?(element: ElementOf<Config>): JsonSchema;
  /** A rule that says better than the schema's own what is wrong with a value of the wrong shape. */
  closerRule?(value: unknown, context: CheckContext): string | undefined;
  /** Rules JSON Schema cannot say, run on a value that already has the right shape. */
  check?(
    value: Value,
    element: ElementOf<Config>,
    context: CheckContext,
  ): AnswerProblem | undefined;
  /** Works the answer out from earlier ones; nobody types it. The server does it again (decisions.md, Forms: Validation). */
  compute?(
    element: ElementOf<Config>,
    read: Read,
    context: CheckContext,
    words: ReadWords,
  ): Value | undefined;
  /** What `compute` reads: ids of elements, or `group.element`. */
  sourcesOf?(element: ElementOf<Config>): string[];
  /** What the elements named in its settings must be answered with, for the lint. */
  expects?(element: ElementOf<Config>): { source: string; kind: AnswerKind }[];
  /** A group: its answer is a list of rows, each an object of the answers to the `formElements` inside it. */
  rows?(element: ElementOf<Config>): { min: number; max: number };
  /** Whether the value counts as no answer; by default nothing, '' and []. */
  isEmpty?(value: unknown): boolean;
  /**
   * The answer that a text from elsewhere stands for, e.g. from the form's address; a type without it is never prefilled.
   * What cannot be read stays a text where the widget shows it to be mended, else it is `undefined`.
   */
  fromText?(
    text: string,
    element: ElementOf<Config>,
    context: { today: string },
  ): Value | string | undefined;
  /** The uploads a value holds, once it has the right shape. A type that has this is answered with uploads and says `uploadLimits` too. */
  uploadsIn?(value: Value): readonly UploadInAnswer[];
  uploadLimits?(element: ElementOf<Config>): UploadLimits;
  /** The answer as a reader is told it, a line each; by default the value itself. A type that asks nothing tells its text. */
  textOf?(value: Value, element: ElementOf<Config>, reader: Reader): string;
  /** A value as it stands inside a text that is worked out, on one line; undefined when it is none of this type's. By default a text is told as it is, and nothing else. */
  wordsOf?(value: unknown, element: ElementOf<Config>, language: Language): string | undefined;
  /** Names one row of a group, counted from 0. */
  rowName?(element: ElementOf<Config>, row: number, language: Language): string;
  /** How and when a signature was given. */
  signedBy?(value: Value): { method: string; signedAt: string };
  /** The PNG a value holds, as a data URL: the server reads every pixel of it, and answers the rule `broken` if it cannot. */
  pictureIn?(value: Value): string;
  /** Its label titles what follows, up to the next of its kind: the outline is made of these. */
  readonly startsSection?: true;
  /** Author mistakes that the config schema cannot say; each with a pointer below the element. */
  lint?(
    element: ElementOf<Config>,
  ): { pointer: string; rule: string; params?: Record<string, string | number> }[];
  /** Patterns an author wrote. They are run on answers, so the server proves them fast before the form is published. */
  patterns?(element: ElementOf<Config>): readonly AuthorPattern[];
  /** The author's own words for a broken rule; they go before `texts`. */
  ownText?(rule: string, element: ElementOf<Config>): LocalizedText | undefined;
  /** Message ids for rules that read better in this type's own words; rule -> id in `locales/`. */
  readonly texts?: Readonly<Record<string, string>>;
  view(): Promise<ElementView<Config, Value>>;
};

/** Declares an element type; Config and Value follow from its schemas, and the view is checked against both. */
export function defineElement<C extends TObject, V extends TSchema>(
  definition: Omit<ElementType<Static<C>, Static<V>>, 'config' | 'value'> & {
    config: C;
    value?: V;
  },
): ElementType<Static<C>, Static<V>> {
  return definition;
}

/** The registry as the engine reads it: settings and value types differ per entry and are erased here, once. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of differently typed definitions has no common type but this
export type AnyElementType = ElementType<any, any>;

/** Whether the element has an answer at all, be it given or worked out. */
export const hasAnswer = (elementType: AnyElementType): boolean => elementType.value !== undefined;

/** Whether somebody has to give the answer. */
export const isAsked = (elementType: AnyElementType): boolean =>
  hasAnswer(elementType) && !elementType.compute;

/** An answer as a reader is told it; nobody is told a secret. */
export function answerText(
  elementType: AnyElementType,
  value: unknown,
  element: FormElement,
  reader: Reader,
): string {
  if (elementType.isSecret) return reader.text('answer.hidden', {});
  return elementType.textOf ? elementType.textOf(value, element, reader) : String(value);
}

/** Whether a value counts as no answer. */
export function isEmptyAnswer(elementType: AnyElementType, value: unknown): boolean {
  return elementType.isEmpty ? elementType.isEmpty(value) : isBlank(value);
}
