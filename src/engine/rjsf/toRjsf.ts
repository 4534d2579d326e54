import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { localize, type Language, type LocalizedText } from '#schemas/platform/common.ts';
import {
  listChildren,
  getContent,
  listElements,
  listPages,
  type FormContent,
  type FormDefinition,
  type FormElement,
} from '#schemas/forms/forms.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { isAsked } from '#src/engine/core/element.ts';
import type { Registry } from '#src/engine/core/registry.ts';

/** A form for RJSF: the schema says which answers fit, the uiSchema how the theme draws it. */
export type RjsfForm = { schema: RJSFSchema; uiSchema: UiSchema };

/**
 * `ui:options` of the root: the parts of the definition that the theme needs for the whole form.
 */
export type FormOptions = { form: { content: FormContent; language: Language; revision: number } };

/** `ui:options` of one property: the element that the theme draws there. */
export type ElementOptions = { element: FormElement };

/** Name of the theme's field for elements, as `ui:field` refers to it. */
export const elementFieldName = 'element';

type Properties = Readonly<Record<string, RJSFSchema>>;
type Source = { language: Language; registry: Registry };

const getProperties = (schema: RJSFSchema): Properties => (schema.properties ?? {}) as Properties;
const getItems = (schema: RJSFSchema): RJSFSchema => (schema.items ?? {}) as RJSFSchema;

/** Pairs each element with its schema; an element without an answer has none and is left out. */
const withSchemas = (
  elements: readonly FormElement[],
  schema: RJSFSchema,
): [FormElement, RJSFSchema][] =>
  elements.flatMap((element): [FormElement, RJSFSchema][] => {
    const property = Object.hasOwn(getProperties(schema), element.id);
    return property ? [[element, getProperties(schema)[element.id] ?? {}]] : [];
  });

/** Returns true if every complete submission answers the element. */
function isAlwaysRequired(element: FormElement, { registry }: Source): boolean {
  const elementType = registry.get(element.type);
  const isShown = element.visibleWhen === undefined;
  return element.required === true && isShown && !!elementType && isAsked(elementType);
}

function describeElement(element: FormElement, schema: RJSFSchema, source: Source): RJSFSchema {
  const { label, help, type } = element;
  const { language, registry } = source;
  const isGroup = registry.get(type)?.rows !== undefined;
  const children = listChildren(element);
  return {
    title: label ? localize(label, language) : element.id,
    ...(help ? { description: localize(help, language) } : {}),
    ...schema,
    ...(isGroup ? { items: describeObject(children, getItems(schema), source, children) } : {}),
  };
}

/** Adds titles, descriptions and `required` to an object schema. Hidden pages require nothing. */
function describeObject(
  elements: readonly FormElement[],
  schema: RJSFSchema,
  source: Source,
  alwaysShown: readonly FormElement[],
): RJSFSchema {
  const required = alwaysShown
    .filter((element) => isAlwaysRequired(element, source))
    .map(({ id }) => id);
  return {
    ...schema,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      withSchemas(elements, schema).map(([element, property]) => [
        element.id,
        describeElement(element, property, source),
      ]),
    ),
  };
}

/** Labels of an `enum`, for themes that draw it with their own widgets. */
function listEnumNames({ options }: FormElement, language: Language): Record<string, string[]> {
  if (!Array.isArray(options)) return {};
  const labels = (options as { label: LocalizedText }[]).map(({ label }) => label);
  return { 'ui:enumNames': labels.map((label) => localize(label, language)) };
}

function describeUi(
  elements: readonly FormElement[],
  schema: RJSFSchema,
  language: Language,
): UiSchema {
  return Object.fromEntries(
    withSchemas(elements, schema).map(([element, property]) => {
      const options: ElementOptions = { element };
      const children = listChildren(element);
      const inside = describeUi(children, getItems(property), language);
      return [
        element.id,
        {
          'ui:field': elementFieldName,
          'ui:options': options,
          ...listEnumNames(element, language),
          ...(children.length > 0 ? { items: inside } : {}),
        },
      ];
    }),
  );
}

/**
 * Returns a definition as JSON Schema and uiSchema, with texts in one language. Groups are arrays
 * of objects. Conditions and formulas stay in the uiSchema, because JSON Schema cannot express them
 * (docs/rjsf.md).
 */
export function toRjsf(
  definition: FormDefinition,
  language: Language,
  registry: Registry,
  revision = 1,
): RjsfForm {
  const content = getContent(definition);
  const elements = listElements(content);
  const alwaysShown = listPages(content).flatMap((page) =>
    page.visibleWhen ? [] : page.formElements,
  );
  const compiled = toJsonSchema(content, registry).schema as unknown as RJSFSchema;
  const { title, description, submitLabel } = content;
  const options: FormOptions = { form: { content, language, revision } };
  const submit = submitLabel && { submitText: localize(submitLabel, language) };
  return {
    schema: {
      title: localize(title, language),
      ...(description ? { description: localize(description, language) } : {}),
      ...describeObject(elements, compiled, { language, registry }, alwaysShown),
    },
    uiSchema: {
      'ui:options': options,
      ...(submit ? { 'ui:submitButtonOptions': submit } : {}),
      ...describeUi(elements, compiled, language),
    },
  };
}
