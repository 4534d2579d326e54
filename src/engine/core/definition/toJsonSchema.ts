/*
 * Converts a form definition to JSON Schema (form to JSON), from which validators are compiled.
 */
import {
  listChildren,
  listElements,
  type FormContent,
  type FormElement,
} from '#schemas/forms/forms.ts';
import type { AnyElementType, JsonSchema } from '../element.ts';
import { hasAnswer } from '../element.ts';
import type { Registry } from '../registry.ts';

type Properties = Record<string, JsonSchema>;
export type FormSchema = { type: 'object'; properties: Properties; additionalProperties: false };

/** Removes the hidden symbols of TypeBox, because schemas are stored and compared as plain JSON. */
const toPlainJson = (properties: Properties): Properties =>
  JSON.parse(JSON.stringify(properties)) as Properties;

/** Returns the JSON Schema of one element's answer. */
export function buildValueSchema(elementType: AnyElementType, element: FormElement): JsonSchema {
  return { ...elementType.value, ...elementType.limits?.(element) };
}

function buildProperties(elements: readonly FormElement[], registry: Registry): Properties {
  return Object.fromEntries(
    elements.flatMap((element) => {
      const elementType = registry.get(element.type);
      return elementType && hasAnswer(elementType)
        ? [
            [
              element.id,
              elementType.rows
                ? buildRowsSchema(elementType, element, registry)
                : buildValueSchema(elementType, element),
            ],
          ]
        : [];
    }),
  );
}

function buildRowsSchema(
  elementType: AnyElementType,
  element: FormElement,
  registry: Registry,
): JsonSchema {
  const { min, max } = elementType.rows?.getRange(element) ?? {};
  const items = {
    type: 'object',
    properties: buildProperties(listChildren(element), registry),
    additionalProperties: false,
  };
  return { type: 'array', minItems: min, maxItems: max, items };
}

export type FormSchemas = {
  /**
   * One property per element with an answer, one array of objects per group. Elements of unknown
   * type are left out. `required` is left out too, because it depends on what is shown.
   */
  schema: FormSchema;
  /**
   * Value schema by element id, also of elements inside groups. Validators are compiled from these.
   */
  values: Readonly<Record<string, JsonSchema>>;
};

/**
 * Converts a form's content to JSON Schema. Skips elements of unknown type. Throws for content that
 * does not have the shape of its type, such as an element that is null.
 */
export function toJsonSchema(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
  registry: Registry,
): FormSchemas {
  const elements = listElements(content);
  const properties = toPlainJson(buildProperties(elements, registry));
  const inGroups = elements
    .filter((element) => registry.get(element.type)?.rows)
    .map((group) => toPlainJson(buildProperties(listChildren(group), registry)));
  return {
    schema: { type: 'object', properties, additionalProperties: false },
    values: Object.assign({}, properties, ...inGroups) as Properties,
  };
}
