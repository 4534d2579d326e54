import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { conditionParts } from '#schemas/forms/conditions.ts';
import { ElementEnvelope, FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import type { JsonSchema } from '../element.ts';
import type { Registry } from '../registry.ts';
import { toPlainSchema, shareDefinitions } from './shareDefinitions.ts';

const { definitions: shared, insertReferences } = shareDefinitions(
  { text: LocalizedText, ...conditionParts, element: FormElement },
  '#/definitions/',
);

/** Allows the type's own settings and those of every element, so that lint finds a misspelt one. */
function buildElementSchema(type: string, config: Type.TObject): JsonSchema {
  const { required, properties } = Type.Object({
    ...ElementEnvelope.properties,
    ...config.properties,
    type: Type.Literal(type),
  });
  return {
    title: type,
    type: 'object',
    required,
    properties,
    additionalProperties: false,
  };
}

function buildDefinitionSchema(registry: Registry): JsonSchema {
  const types = [...registry.values()];
  const matchType = (type: string) => ({
    required: ['type'],
    properties: { type: { const: type } },
  });
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
        },
      },
      allOf: types.map(({ type }) => ({
        if: matchType(type),
        then: { $ref: `#/definitions/${type}` },
      })),
    },
    ...Object.fromEntries(
      types.map(({ type, config }) => [
        type,
        insertReferences(toPlainSchema(buildElementSchema(type, config))),
      ]),
    ),
  };
  const { properties, required } = toPlainSchema(FormDefinition);
  return toPlainSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Form definition',
    type: 'object',
    required,
    properties: insertReferences(properties),
    additionalProperties: false,
    definitions,
  });
}

const built = new WeakMap<Registry, JsonSchema>();

/**
 * Returns the JSON Schema of a form definition with the settings of every element type. Lint
 * validates with it. Explanations are added by `describeSettings`. Cached per registry.
 */
export function getDefinitionSchema(registry: Registry): JsonSchema {
  const schema = built.get(registry) ?? buildDefinitionSchema(registry);
  built.set(registry, schema);
  return schema;
}
