import type { JsonSchema } from '../element.ts';

/** Removes the hidden symbols of TypeBox. */
export const toPlainSchema = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema)) as JsonSchema;

const omitTexts = ({
  title: _title,
  description: _description,
  ...rules
}: JsonSchema): JsonSchema => rules;
const joinKeys = (rules: JsonSchema): string => Object.keys(rules).join();

/**
 * Replaces repeated parts of a schema by `$ref`; titles and descriptions do not count as a
 * difference. `base` is the path of the definitions, such as `#/definitions/`. Without it a form's
 * schema would repeat one rule about answers some 200 times.
 */
export function shareDefinitions(parts: Readonly<Record<string, object>>, base: string) {
  const shared = Object.entries(parts).map(([name, schema]) => ({
    name,
    schema: toPlainSchema(schema),
    rules: omitTexts(toPlainSchema(schema)),
  }));
  const nameByRules = new Map(shared.map(({ name, rules }) => [JSON.stringify(rules), name]));
  // Serializing every part of a long schema is slow, so compare the key names first.
  const likely = new Set(shared.map(({ rules }) => joinKeys(rules)));

  function findName(part: JsonSchema): string | undefined {
    const rules = omitTexts(part);
    return likely.has(joinKeys(rules)) ? nameByRules.get(JSON.stringify(rules)) : undefined;
  }

  function insertReferences(part: unknown, except?: string): unknown {
    if (Array.isArray(part)) return part.map((inner) => insertReferences(inner));
    if (typeof part !== 'object' || part === null) return part;
    const name = findName(part as JsonSchema);
    if (!name || name === except)
      return Object.fromEntries(
        Object.entries(part).map(([key, inner]) => [key, insertReferences(inner)]),
      );
    const { description } = part as JsonSchema;
    return { $ref: `${base}${name}`, ...(description ? { description } : {}) };
  }

  return {
    /** The parts themselves. A part that contains another refers to it. */
    definitions: Object.fromEntries(
      shared.map(({ name, schema }) => [name, insertReferences(schema, name) as JsonSchema]),
    ),
    /** Returns a copy of a schema, or of a document with schemas in it, with references. */
    insertReferences: <S>(schema: S): S => insertReferences(schema) as S,
  };
}
