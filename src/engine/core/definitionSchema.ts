import * as Type from 'typebox';
import { LocalizedText } from '#schemas/common.ts';
import { conditionParts } from '#schemas/conditions.ts';
import { ElementEnvelope, FormDefinition, FormElement } from '#schemas/forms.ts';
import type { JsonSchema } from './element.ts';
import type { Registry } from './registry.ts';
import { plainSchema, sharedParts } from './sharedParts.ts';

const { definitions: shared, withReferences } = sharedParts(
  { text: LocalizedText, ...conditionParts, element: FormElement },
  '#/definitions/',
);

/** A type's own settings beside those every element has; nothing else, so a misspelt setting is found. */
function elementSchema(type: string, config: Type.TObject): JsonSchema {
  const { required, properties } = Type.Object({
    ...ElementEnvelope.properties,
    ...config.properties,
    type: Type.Literal(type),
  });
  return {
    title: type,
    description: plainSchema(config)['description'],
    type: 'object',
    required,
    properties,
    additionalProperties: false,
  };
}

function describeDefinition(registry: Registry): JsonSchema {
  const types = [...registry.values()];
  const named = (type: string) => ({ required: ['type'], properties: { type: { const: type } } });
  const definitions = {
    ...shared,
    element: {
      type: 'object',
      required: ['id', 'type'],
      properties: {
        id: ElementEnvelope.properties.id,
        type: {
          type: 'string',
          enum: types.filter(({ isPortalOnly }) => !isPortalOnly).map(({ type }) => type),
          description: plainSchema(ElementEnvelope.properties.type)['description'],
        },
      },
      allOf: types.map(({ type }) => ({
        if: named(type),
        then: { $ref: `#/definitions/${type}` },
      })),
    },
    ...Object.fromEntries(
      types.map(({ type, config }) => [
        type,
        withReferences(plainSchema(elementSchema(type, config))),
      ]),
    ),
  };
  const { properties, required, description } = plainSchema(FormDefinition);
  return plainSchema({
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

const described = new WeakMap<Registry, JsonSchema>();

/** JSON Schema of a form definition with the settings of every element type: what editors complete and lint checks. Made once for a registry. */
export function definitionSchema(registry: Registry): JsonSchema {
  const schema = described.get(registry) ?? describeDefinition(registry);
  described.set(registry, schema);
  return schema;
}
