import { childrenOf, elementsOf, type FormContent, type FormElement } from '#schemas/forms.ts';
import type { AnyElementType, JsonSchema } from './element.ts';
import { hasAnswer } from './element.ts';
import type { Registry } from './registry.ts';

type Properties = Record<string, JsonSchema>;
export type FormSchema = { type: 'object'; properties: Properties; additionalProperties: false };

/** TypeBox marks its schemas with hidden symbols; what is stored and compared is plain JSON. */
const plainJson = (properties: Properties): Properties =>
  JSON.parse(JSON.stringify(properties)) as Properties;

/** JSON Schema of one element's answer. */
export function valueSchema(elementType: AnyElementType, element: FormElement): JsonSchema {
  return { ...elementType.value, ...elementType.limits?.(element) };
}

function propertiesOf(elements: readonly FormElement[], registry: Registry): Properties {
  return Object.fromEntries(
    elements.flatMap((element) => {
      const elementType = registry.get(element.type);
      return elementType && hasAnswer(elementType)
        ? [
            [
              element.id,
              elementType.rows
                ? rowsSchema(elementType, element, registry)
                : valueSchema(elementType, element),
            ],
          ]
        : [];
    }),
  );
}

function rowsSchema(
  elementType: AnyElementType,
  element: FormElement,
  registry: Registry,
): JsonSchema {
  const { min, max } = elementType.rows?.(element) ?? {};
  const items = {
    type: 'object',
    properties: propertiesOf(childrenOf(element), registry),
    additionalProperties: false,
  };
  return { type: 'array', minItems: min, maxItems: max, items };
}

/** A form as JSON Schema. */
export type CompiledForm = {
  /**
   * A property per element that has an answer, a list of such objects per group, and nothing deeper. Elements of unknown
   * type are left out. It says nothing of what is required: that hangs on what is shown, and `validateAnswers` knows.
   */
  schema: FormSchema;
  /** The value schema of each element by id, those inside groups too: what validators are compiled from. */
  values: Readonly<Record<string, JsonSchema>>;
};

/** Compiles a form's content (decisions.md, Forms: Validation). */
export function compileForm(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
  registry: Registry,
): CompiledForm {
  const elements = elementsOf(content);
  const properties = plainJson(propertiesOf(elements, registry));
  const inGroups = elements
    .filter((element) => registry.get(element.type)?.rows)
    .map((group) => plainJson(propertiesOf(childrenOf(group), registry)));
  return {
    schema: { type: 'object', properties, additionalProperties: false },
    values: Object.assign({}, properties, ...inGroups) as Properties,
  };
}
