import * as Type from 'typebox';
import { described, HexColor, HttpUrl, Id, LocalizedText, StringEnum } from './common.ts';
import { Condition } from './conditions.ts';
import { limits } from './limits.ts';

/** Names an element inside its form; conditions and answers refer to it. */
export const ElementId = Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,63}$' });

/** Where a known fact comes from: the query names of product.md §2.2 and the assistant prefill fields. */
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
 * What every element can carry, whatever its type (decisions.md, Element types). The type's own settings stand beside
 * these keys; `src/engine/core` checks them with the type's config schema, so the contract stays open for new types.
 */
export const ElementEnvelope = Type.Object(
  {
    id: described(
      ElementId,
      'Names the element inside its form; rules and answers refer to it. It never changes once the form is published.',
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
        'Said when a required answer is missing, for example "Bitte geben Sie einen Betreff ein."; without it a sentence that fits every element.',
      ),
    ),
    prefill: Type.Optional(
      StringEnum(prefillNames, {
        description:
          'The known fact that fills the element in, as the link to the form names it; for what is asked once and answered with a text, a number, a day, a time or a choice.',
      }),
    ),
    visibleWhen: Type.Optional(
      described(Condition, 'Shows the element only while this rule over earlier answers holds.'),
    ),
    requiredWhen: Type.Optional(
      described(
        Condition,
        'Makes the element required while this rule over earlier answers holds; beside `required` it says nothing.',
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

/** An element with its type's own settings, which the contract does not know. */
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
        'Skips the page, with everything on it, while this rule over earlier answers does not hold.',
      ),
    ),
    formElements: Type.Array(FormElement, {
      description: 'What the page shows and asks, from top to bottom.',
      minItems: 1,
      maxItems: limits.form.maxElements,
    }),
  },
  { additionalProperties: false },
);
export type FormPage = Type.Static<typeof FormPage>;

/** product.md §3, Form data. */
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

/** The part of a definition that is shown: title, introduction and elements, on one page or several. */
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
        maxItems: limits.form.maxElements,
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

/** A warning of the lint that its author has looked at. */
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

/** What a provider writes and publishes (decisions.md, Where definitions live). */
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

/** Only what is shown: settings for after the submission and for the page around the form stay out. */
export function contentOf({
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

/** The pages of a form; a form without pages has one, named like the form. */
export function pagesOf(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
): FormPage[] {
  return (
    content.pages ?? [
      { id: 'page', title: content.title, formElements: content.formElements ?? [] },
    ]
  );
}

/** Names the last step of a form with several pages: read everything once more, then send. No page can have this id. */
export const reviewPage = 'check-answers';

/** The elements of all pages in the order they are asked, without those inside groups. */
export function elementsOf(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
): FormElement[] {
  return pagesOf(content).flatMap((page) => page.formElements);
}

/** The elements inside a group; none in any other element. */
export const childrenOf = (element: FormElement): readonly FormElement[] =>
  Array.isArray(element['formElements']) ? (element['formElements'] as FormElement[]) : [];

/** Every element of a form, a group before those inside it. */
export const everyElementOf = (
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
): FormElement[] => elementsOf(content).flatMap((element) => [element, ...childrenOf(element)]);

/** One answer on the wire: the value is what the element's widget emitted, untouched. */
export const Answer = Type.Object(
  { elementId: ElementId, type: Type.String(), value: Type.Unknown() },
  { additionalProperties: false },
);
export type Answer = Type.Static<typeof Answer>;
