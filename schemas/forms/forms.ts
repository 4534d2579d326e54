import * as Type from 'typebox';
import {
  HexColor,
  HttpUrl,
  Id,
  Line,
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
    id: ElementId,
    type: Type.String({
      pattern: '^[a-z][a-z0-9]{0,39}$',
    }),
    label: Type.Optional(LocalizedText),
    help: Type.Optional(LocalizedText),
    required: Type.Optional(Type.Boolean()),
    requiredText: Type.Optional(LocalizedText),
    prefill: Type.Optional(StringEnum(prefillNames)),
    visibleWhen: Type.Optional(Condition),
    requiredWhen: Type.Optional(Condition),
    width: Type.Optional(StringEnum(['full', 'half'])),
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
    id: ElementId,
    title: LocalizedText,
    visibleWhen: Type.Optional(Condition),
    formElements: Type.Array(FormElement, { minItems: 1, maxItems: formLimits.maxElements }),
  },
  { additionalProperties: false },
);
export type FormPage = Type.Static<typeof FormPage>;

/** See docs/behaviour/forms.md#opening-a-form. */
export const FormTheme = Type.Object(
  {
    primaryColor: Type.Optional(HexColor),
    secondaryColor: Type.Optional(HexColor),
    formElementBackground: Type.Optional(HexColor),
    formContainerBackground: Type.Optional(HexColor),
    buttonBackground: Type.Optional(HexColor),
  },
  { additionalProperties: false },
);
export type FormTheme = Type.Static<typeof FormTheme>;

export const FormAttachment = Type.Object(
  {
    id: Id,
    fileName: Line(200),
  },
  { additionalProperties: false },
);
export type FormAttachment = Type.Static<typeof FormAttachment>;

/** Visible part of a definition: title, introduction and elements, on one or more pages. */
export const FormContent = Type.Object(
  {
    title: LocalizedText,
    description: Type.Optional(LocalizedText),
    submitLabel: Type.Optional(LocalizedText),
    formElements: Type.Optional(
      Type.Array(FormElement, { minItems: 1, maxItems: formLimits.maxElements }),
    ),
    pages: Type.Optional(Type.Array(FormPage, { minItems: 1, maxItems: 50 })),
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
    rule: Type.String({ maxLength: 80 }),
    element: Type.Optional(ElementId),
    reason: Type.String({ minLength: 3, maxLength: 500 }),
  },
  { additionalProperties: false },
);

/** Copy of the answers by mail (docs/behaviour/forms.md#copies-by-mail). */
export const FormCopy = Type.Object(
  { email: ElementId, content: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type FormCopy = Type.Static<typeof FormCopy>;

/** A form definition (docs/behaviour/forms.md#definitions). */
export const FormDefinition = Type.Object(
  {
    $schema: Type.Optional(Type.String({ maxLength: 500 })),
    ...FormContent.properties,
    assistantNotice: Type.Optional(LocalizedText),
    resultText: Type.Optional(LocalizedText),
    returnUrl: Type.Optional(HttpUrl),
    showAgb: Type.Optional(Type.Boolean()),
    showDatenschutz: Type.Optional(Type.Boolean()),
    attachments: Type.Optional(
      Type.Array(FormAttachment, {
        maxItems: 20,
      }),
    ),
    theme: Type.Optional(FormTheme),
    copy: Type.Optional(FormCopy),
    lintIgnore: Type.Optional(
      Type.Array(LintException, {
        maxItems: 100,
      }),
    ),
  },
  { additionalProperties: false },
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
