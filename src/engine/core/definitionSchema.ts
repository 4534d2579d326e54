import * as Type from 'typebox';
import { LocalizedText } from '#schemas/common.ts';
import { conditionParts } from '#schemas/conditions.ts';
import { ElementEnvelope, FormDefinition, FormElement } from '#schemas/forms.ts';
import type { JsonSchema } from './element.ts';
import type { Registry } from './registry.ts';

const plain = (schema: object): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema; // without TypeBox's hidden marks

/** Written once in `definitions` and named wherever they occur. */
const shared = plain({ text: LocalizedText, ...conditionParts, element: FormElement }) as Readonly<Record<string, JsonSchema>>;

const withoutWords = ({ title: _title, description: _description, ...rules }: JsonSchema): string => JSON.stringify(rules);
const nameOf = new Map(Object.entries(shared).map(([name, schema]) => [withoutWords(schema), name]));

/** Names instead of the shared parts in a schema, `except` for the one that is being defined. */
function withReferences(part: unknown, except?: string): unknown {
  if (Array.isArray(part)) return part.map((inner) => withReferences(inner));
  if (typeof part !== 'object' || part === null) return part;
  const name = nameOf.get(withoutWords(part as JsonSchema));
  if (!name || name === except) return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withReferences(inner)]));
  const { description } = part as JsonSchema;
  return { $ref: `#/definitions/${name}`, ...(description ? { description } : {}) };
}

/** A type's own settings beside those every element has; nothing else, so a misspelt setting is found. */
function elementSchema(type: string, config: Type.TObject): JsonSchema {
  const { required, properties } = Type.Object({ ...ElementEnvelope.properties, ...config.properties, type: Type.Literal(type) });
  return { title: type, description: plain(config)['description'], type: 'object', required, properties, additionalProperties: false };
}

/** JSON Schema of a form definition with the settings of every element type: what editors complete and lint checks. */
export function definitionSchema(registry: Registry): JsonSchema {
  const types = [...registry.values()];
  const named = (type: string) => ({ required: ['type'], properties: { type: { const: type } } });
  const definitions = {
    ...Object.fromEntries(Object.entries(shared).map(([name, schema]) => [name, withReferences(schema, name)])),
    element: {
      type: 'object',
      required: ['id', 'type'],
      properties: {
        id: ElementEnvelope.properties.id,
        type: { type: 'string', enum: types.filter(({ isPortalOnly }) => !isPortalOnly).map(({ type }) => type), description: plain(ElementEnvelope.properties.type)['description'] },
      },
      allOf: types.map(({ type }) => ({ if: named(type), then: { $ref: `#/definitions/${type}` } })),
    },
    ...Object.fromEntries(types.map(({ type, config }) => [type, withReferences(plain(elementSchema(type, config)))])),
  };
  const { properties, required, description } = plain(FormDefinition);
  return plain({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Form definition',
    description,
    type: 'object',
    required,
    properties: withReferences(properties),
    additionalProperties: false,
    definitions,
  });
}
