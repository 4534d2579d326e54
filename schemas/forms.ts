import * as Type from 'typebox';
import { HexColor, HttpUrl, Id, LocalizedText, StringEnum } from './common.ts';
import { Condition } from './conditions.ts';
import { limits } from './limits.ts';

/** Names an element inside its form; conditions and answers refer to it. */
export const ElementId = Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,63}$' });

/** Where a known fact comes from: the query names of product.md §2.2 and the assistant prefill fields. */
export const prefillNames = ['m_vorname', 'm_name', 'm_email', 'm_handy', 'fn', 'ln', 'slt', 'em', 'ph', 'cmp'] as const;

/**
 * What every element can carry, whatever its type (decisions.md, Element types). The type's own settings stand beside
 * these keys; `src/engine/core` checks them with the type's config schema, so the contract stays open for new types.
 */
export const ElementEnvelope = Type.Object(
  {
    id: ElementId,
    type: Type.String({ pattern: '^[a-z][a-z0-9]{0,39}$' }),
    label: Type.Optional(LocalizedText),
    help: Type.Optional(LocalizedText),
    required: Type.Optional(Type.Boolean()),
    prefill: Type.Optional(StringEnum(prefillNames)),
    visibleWhen: Type.Optional(Condition),
    width: Type.Optional(StringEnum(['full', 'half'])),
  },
  { additionalProperties: true },
);

/** An element with its type's own settings, which the contract does not know. */
export type FormElement = Type.Static<typeof ElementEnvelope> & { readonly [setting: string]: unknown };
export const FormElement = Type.Unsafe<FormElement>(ElementEnvelope);

export const FormPage = Type.Object(
  {
    id: ElementId,
    title: LocalizedText,
    formElements: Type.Array(FormElement, { minItems: 1, maxItems: limits.form.maxElements }),
  },
  { additionalProperties: false },
);
export type FormPage = Type.Static<typeof FormPage>;

/** product.md §3, Form data. */
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

export const FormAttachment = Type.Object({ id: Id, fileName: Type.String({ maxLength: 200 }) }, { additionalProperties: false });
export type FormAttachment = Type.Static<typeof FormAttachment>;

/** The part of a definition that is shown: title, introduction and elements, on one page or several. */
export const FormContent = Type.Object(
  {
    title: LocalizedText,
    description: Type.Optional(LocalizedText),
    submitLabel: Type.Optional(LocalizedText),
    /** One page is the default. */
    formElements: Type.Optional(Type.Array(FormElement, { minItems: 1, maxItems: limits.form.maxElements })),
    /** Instead of `formElements`: several pages. */
    pages: Type.Optional(Type.Array(FormPage, { minItems: 1, maxItems: 50 })),
  },
  { additionalProperties: false },
);
export type FormContent = Type.Static<typeof FormContent>;

/** What a provider writes and publishes (decisions.md, Where definitions live). */
export const FormDefinition = Type.Object(
  {
    ...FormContent.properties,
    assistantNotice: Type.Optional(LocalizedText),
    resultText: Type.Optional(LocalizedText),
    returnUrl: Type.Optional(HttpUrl),
    showAgb: Type.Optional(Type.Boolean()),
    showDatenschutz: Type.Optional(Type.Boolean()),
    attachments: Type.Optional(Type.Array(FormAttachment, { maxItems: 20 })),
    theme: Type.Optional(FormTheme),
  },
  { additionalProperties: false },
);
export type FormDefinition = Type.Static<typeof FormDefinition>;

/** The pages of a form; a form without pages has one, named like the form. */
export function pagesOf(content: Pick<FormContent, 'title' | 'formElements' | 'pages'>): FormPage[] {
  return content.pages ?? [{ id: 'page', title: content.title, formElements: content.formElements ?? [] }];
}

/** All elements in the order they are asked. */
export function elementsOf(content: Pick<FormContent, 'title' | 'formElements' | 'pages'>): FormElement[] {
  return pagesOf(content).flatMap((page) => page.formElements);
}

/** One answer on the wire: the value is what the element's widget emitted, untouched. */
export const Answer = Type.Object(
  { elementId: ElementId, type: Type.String(), value: Type.Unknown() },
  { additionalProperties: false },
);
export type Answer = Type.Static<typeof Answer>;
