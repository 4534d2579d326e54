import type { JsonSchema } from './element.ts';

/** Without TypeBox's hidden marks, as it is written on the wire. */
export const plainSchema = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema)) as JsonSchema;

const rulesOf = ({ title: _title, description: _description, ...rules }: JsonSchema): JsonSchema =>
  rules;
const keysOf = (rules: JsonSchema): string => Object.keys(rules).join();

/**
 * Parts that are written once and named wherever a schema has them, their words aside. `base` is where their definitions
 * stand, such as `#/definitions/`. A rule over answers alone stands in a form's schema some two hundred times.
 */
export function sharedParts(parts: Readonly<Record<string, object>>, base: string) {
  const shared = Object.entries(parts).map(([name, schema]) => ({
    name,
    schema: plainSchema(schema),
    rules: rulesOf(plainSchema(schema)),
  }));
  const nameOf = new Map(shared.map(({ name, rules }) => [JSON.stringify(rules), name]));
  const likely = new Set(shared.map(({ rules }) => keysOf(rules))); // to write out every part of a long schema takes long

  function nameOfPart(part: JsonSchema): string | undefined {
    const rules = rulesOf(part);
    return likely.has(keysOf(rules)) ? nameOf.get(JSON.stringify(rules)) : undefined;
  }

  function withReferences(part: unknown, except?: string): unknown {
    if (Array.isArray(part)) return part.map((inner) => withReferences(inner));
    if (typeof part !== 'object' || part === null) return part;
    const name = nameOfPart(part as JsonSchema);
    if (!name || name === except)
      return Object.fromEntries(
        Object.entries(part).map(([key, inner]) => [key, withReferences(inner)]),
      );
    const { description } = part as JsonSchema;
    return { $ref: `${base}${name}`, ...(description ? { description } : {}) };
  }

  return {
    /** The parts themselves; one that holds another names it. */
    definitions: Object.fromEntries(
      shared.map(({ name, schema }) => [name, withReferences(schema, name) as JsonSchema]),
    ),
    /** A schema, or a document with schemas in it, with names instead of the parts. */
    withReferences: <S>(schema: S): S => withReferences(schema) as S,
  };
}
