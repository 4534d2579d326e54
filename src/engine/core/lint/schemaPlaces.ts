import type { JsonSchema } from '../element.ts';
import { below } from './pointer.ts';
import { isNamedBy, isTooLong } from './shape.ts';

/** A schema that applies to a place, and the name it was reached by when it stands in `definitions`. */
export type SchemaPlace = { schema: JsonSchema; name?: string };

/** Which schemas of a definition apply where: JSON pointer -> schemas, for whatever part of a document is there already. */
export function schemaPlaces(root: JsonSchema, whole: unknown): Map<string, SchemaPlace[]> {
  const places = new Map<string, SchemaPlace[]>();
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
      if (isNamedBy(condition, value)) visit(then, value, pointer);
    if (Array.isArray(value) && items && !isTooLong(schema, value))
      value.forEach((item, index) => visit(items, item, below(pointer, index)));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value))
        if (Object.hasOwn(properties, key)) visit(properties[key] ?? {}, part, below(pointer, key));
    }
  }

  visit(root, whole, '');
  return places;
}
