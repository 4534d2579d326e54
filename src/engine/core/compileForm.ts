import { elementsOf, type FormContent, type FormElement } from '#schemas/forms.ts';
import type { AnyElementType, JsonSchema } from './element.ts';
import { isAsked } from './element.ts';
import type { Registry } from './registry.ts';

/** The name every compiled form carries; validators are looked up by it. */
export const formSchemaId = 'form';

export type FormSchema = {
  $id: string;
  type: 'object';
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: false;
};

/** JSON Schema of one element's answer. */
export function valueSchema(elementType: AnyElementType, element: FormElement): JsonSchema {
  return { ...elementType.value, ...elementType.limits?.(element) };
}

/**
 * A form's content as one flat JSON Schema: a property per element that asks something. Elements of unknown type are
 * left out. `required` lists them all; `validateAnswers` forgives those that are hidden.
 */
export function compileForm(content: Pick<FormContent, 'title' | 'formElements' | 'pages'>, registry: Registry): FormSchema {
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  for (const element of elementsOf(content)) {
    const elementType = registry.get(element.type);
    if (!elementType || !isAsked(elementType)) continue;
    properties.push([element.id, valueSchema(elementType, element)]);
    if (element.required) required.push(element.id);
  }
  // TypeBox marks its schemas with hidden symbols; what is stored and compared is plain JSON.
  const plain = JSON.parse(JSON.stringify(Object.fromEntries(properties))) as Record<string, JsonSchema>;
  return { $id: formSchemaId, type: 'object', properties: plain, required, additionalProperties: false };
}
