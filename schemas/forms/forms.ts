import * as Type from 'typebox';
import {
  described,
  HexColor,
  HttpUrl,
  Id,
  LocalizedText,
  StringEnum,
} from '#schemas/platform/common.ts';
import { Condition } from './conditions.ts';
import { formLimits } from '#schemas/forms/limits.ts';

/** Id of an element within its form; conditions and answers refer to it. */
export const ElementId = Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,63}$' });

/** Source of a prefilled answer (docs/behaviour/forms.md#prefill). */
export const prefillNames = [
  'm_vorname',
  'm_name',
  'm_email',
  'm_handy',
  'fn',
  'ln',
  'slt',
  'em',
  'ph',
  'cmp',
] as const;

/**
 * Common keys of every element, whatever its type. The type's own settings are beside these keys;
 * `src/engine/core` checks them with the type's config schema, so the contract stays open for new
 * types.
 */
export const ElementEnvelope = Type.Object(
  {
    id: described(
      ElementId,
      'Names the element inside its form; rules and answers refer to it. It never changes ' +
        'once the form is published.',
    ),
    type: Type.String({
      pattern: '^[a-z][a-z0-9]{0,39}$',
      description: 'What kind of element it is; the other settings depend on it.',
    }),
    label: Type.Optional(described(LocalizedText, 'The question, or the title of what is shown.')),
    help: Type.Optional(described(LocalizedText, 'A sentence between the label and the field.')),
    required: Type.Optional(
      Type.Boolean({
        description:
          'The form is not sent without an answer. Elements that are hidden are never missed.',
      }),
    ),
    requiredText: Type.Optional(
      described(
        LocalizedText,
        'Said when a required answer is missing, for example "Bitte geben Sie einen Betreff ' +
          'ein."; without it a sentence that fits every element.',
      ),
    ),
    prefill: Type.Optional(
      StringEnum(prefillNames, {
        description:
          'The known fact that fills the element in, as the link to the form names it; for ' +
          'what is asked once and answered with a text, a number, a day, a time or a choice.',
      }),
    ),
    visibleWhen: Type.Optional(
      described(Condition, 'Shows the element only while this rule over earlier answers holds.'),
    ),
    requiredWhen: Type.Optional(
      described(
        Condition,
        'Makes the element required while this rule over earlier answers holds; beside ' +
          '`required` it says nothing.',
      ),
    ),
    width: Type.Optional(
      StringEnum(['full', 'half'], {
        description: 'Two halves in a row stand side by side where there is room.',
      }),
    ),
  },
  { additionalProperties: true },
);

/** An element with its type's own settings, which the contract does not define. */
export type FormElement = Type.Static<typeof ElementEnvelope> & {
  readonly [setting: string]: unknown;
};
export const FormElement = Type.Unsafe<FormElement>(ElementEnvelope);

export const FormPage = Type.Object(
  {
    id: described(ElementId, 'Names the page inside its form.'),
    title: described(LocalizedText, 'Stands above the page and in the outline.'),
    visibleWhen: Type.Optional(
      described(
        Condition,
        'Skips the page, with everything on it, while this rule over earlier answers does ' +
          'not hold.',
      ),
    ),
    formElements: Type.Array(FormElement, {
      description: 'What the page shows and asks, from top to bottom.',
      minItems: 1,
      maxItems: formLimits.maxElements,
    }),
  },
  { additionalProperties: false },
);
export type FormPage = Type.Static<typeof FormPage>;

/** See docs/behaviour/forms.md#opening-a-form. */
export const FormTheme = Type.Object(
  {
    primaryColor: Type.Optional(
      described(HexColor, 'Links, selection and buttons; dimmed where it could not be read.'),
    ),
    secondaryColor: Type.Optional(described(HexColor, 'Decoration only, never text.')),
    formElementBackground: Type.Optional(
      described(HexColor, 'Tints the sheet with the questions; only the hue is taken.'),
    ),
    formContainerBackground: Type.Optional(
      described(HexColor, 'Tints what lies around the sheet; only the hue is taken.'),
    ),
    buttonBackground: Type.Optional(
      described(HexColor, 'The button that sends the form, where it differs from primaryColor.'),
    ),
  },
  { additionalProperties: false },
);
export type FormTheme = Type.Static<typeof FormTheme>;

export const FormAttachment = Type.Object(
  {
    id: described(Id, 'The id that the upload of the file has answered.'),
    fileName: Type.String({ maxLength: 200, description: 'The name visitors see.' }),
  },
  { additionalProperties: false },
);
export type FormAttachment = Type.Static<typeof FormAttachment>;

/** Visible part of a definition: title, introduction and elements, on one or more pages. */
export const FormContent = Type.Object(
  {
    title: described(LocalizedText, 'The name of the form, above it and in lists.'),
    description: Type.Optional(
      described(LocalizedText, 'What the form is for and how long it takes, below the title.'),
    ),
    submitLabel: Type.Optional(
      described(
        LocalizedText,
        'What the button does that sends the form, for example "Unfall melden".',
      ),
    ),
    formElements: Type.Optional(
      Type.Array(FormElement, {
        description:
          'What a form of one page shows and asks, from top to bottom. Either this or pages.',
        minItems: 1,
        maxItems: formLimits.maxElements,
      }),
    ),
    pages: Type.Optional(
      Type.Array(FormPage, {
        description: 'Several pages, filled in one after the other. Either this or formElements.',
        minItems: 1,
        maxItems: 50,
      }),
    ),
  },
  { additionalProperties: false },
);
export type FormContent = Type.Static<typeof FormContent>;

/** Size of a form: visible questions at the start, and if it is only a signature. */
export const QuestionSummary = Type.Object({
  questions: Type.Integer(),
  isSignature: Type.Boolean(),
});
export type QuestionSummary = Type.Static<typeof QuestionSummary>;

/** A lint warning that the author has accepted. */
export const LintException = Type.Object(
  {
    rule: Type.String({
      maxLength: 80,
      description: 'Name of the rule, as the warning says it. Errors cannot be excepted.',
    }),
    element: Type.Optional(
      described(ElementId, 'The element it is about; without it the whole form.'),
    ),
    reason: Type.String({
      minLength: 3,
      maxLength: 500,
      description: 'Why it is right as it is, for whoever reads it next.',
    }),
  },
  { additionalProperties: false },
);

/** A form definition (docs/behaviour/forms.md#definitions). */
export const FormDefinition = Type.Object(
  {
    $schema: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Where editors find the schema of this document; nothing else reads it.',
      }),
    ),
    ...FormContent.properties,
    assistantNotice: Type.Optional(
      described(
        LocalizedText,
        'An important note above the first question, in a small subset of Markdown.',
      ),
    ),
    resultText: Type.Optional(described(LocalizedText, 'What is said after the form was sent.')),
    returnUrl: Type.Optional(described(HttpUrl, 'Where visitors can go on to afterwards.')),
    showAgb: Type.Optional(
      Type.Boolean({ description: 'Asks to accept the terms of the account before sending.' }),
    ),
    showDatenschutz: Type.Optional(
      Type.Boolean({
        description: 'Asks to accept the privacy notice of the account before sending.',
      }),
    ),
    attachments: Type.Optional(
      Type.Array(FormAttachment, {
        maxItems: 20,
        description: 'Files to read beside the form, uploaded before.',
      }),
    ),
    theme: Type.Optional(
      described(FormTheme, 'Colours of the form; what is not given comes from the account.'),
    ),
    lintIgnore: Type.Optional(
      Type.Array(LintException, {
        maxItems: 100,
        description: 'Warnings that are right as they are, each with its reason.',
      }),
    ),
  },
  { additionalProperties: false, description: 'A form as its author writes and publishes it.' },
);
export type FormDefinition = Type.Static<typeof FormDefinition>;

/** Returns the visible part, without settings for the page and for after the submission. */
export function getContent({
  title,
  description,
  submitLabel,
  formElements,
  pages,
}: FormDefinition): FormContent {
  return {
    title,
    ...(description ? { description } : {}),
    ...(submitLabel ? { submitLabel } : {}),
    ...(formElements ? { formElements } : {}),
    ...(pages ? { pages } : {}),
  };
}

/** Returns the pages of a form; a form without pages has one, with its own title. */
export function listPages(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
): FormPage[] {
  return (
    content.pages ?? [
      { id: 'page', title: content.title, formElements: content.formElements ?? [] },
    ]
  );
}

/** Id of the review step of a form with several pages; reserved. */
export const reviewPage = 'check-answers';

/** Returns the elements of all pages in order, without those in groups. */
export function listElements(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
): FormElement[] {
  return listPages(content).flatMap((page) => page.formElements);
}

/** Returns the elements in a group; empty for other elements. */
export const listChildren = (element: FormElement): readonly FormElement[] =>
  Array.isArray(element['formElements']) ? (element['formElements'] as FormElement[]) : [];

/** Returns every element of a form, a group before its elements. */
export const listEveryElement = (
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
): FormElement[] => listElements(content).flatMap((element) => [element, ...listChildren(element)]);

/** One answer in a request; the value is exactly what the element's widget emitted. */
export const Answer = Type.Object(
  { elementId: ElementId, type: Type.String(), value: Type.Unknown() },
  { additionalProperties: false },
);
export type Answer = Type.Static<typeof Answer>;
