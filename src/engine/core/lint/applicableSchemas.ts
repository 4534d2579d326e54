import type { JsonSchema } from '../element.ts';
import { joinPointer } from './pointer.ts';
import { isSelectedBy, isTooLong } from './shape.ts';

/** A schema that applies to a part of a document, with its name in `definitions` if it has one. */
export type ApplicableSchema = { schema: JsonSchema; name?: string };

/**
 * Returns the schemas that apply to each part of a definition, by JSON pointer. The document may be
 * incomplete.
 */
export function findApplicableSchemas(
  root: JsonSchema,
  whole: unknown,
): Map<string, ApplicableSchema[]> {
  const places = new Map<string, ApplicableSchema[]>();
  const definitions = (root['definitions'] ?? {}) as Record<string, JsonSchema>;

  function visit(schema: JsonSchema, value: unknown, pointer: string, name?: string) {
    const {
      $ref,
      anyOf = [],
      allOf = [],
      properties = {},
      items,
    } = schema as {
      $ref?: string;
      anyOf?: JsonSchema[];
      allOf?: { if: JsonSchema; then: JsonSchema }[];
      properties?: Record<string, JsonSchema>;
      items?: JsonSchema;
    };
    const target = $ref?.split('/').at(-1);
    if (target) return visit(definitions[target] ?? {}, value, pointer, target);
    places.set(pointer, [...(places.get(pointer) ?? []), name ? { schema, name } : { schema }]);
    for (const branch of anyOf) visit(branch, value, pointer);
    for (const { if: condition, then } of allOf)
      if (isSelectedBy(condition, value)) visit(then, value, pointer);
    if (Array.isArray(value) && items && !isTooLong(schema, value))
      value.forEach((item, index) => visit(items, item, joinPointer(pointer, index)));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value))
        if (Object.hasOwn(properties, key))
          visit(properties[key] ?? {}, part, joinPointer(pointer, key));
    }
  }

  visit(root, whole, '');
  return places;
}
