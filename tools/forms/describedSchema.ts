import { elementDocs, formDocs } from '#schemas/forms/forms.docs.ts';
import {
  describeSettings,
  type ElementDocs,
} from '#src/engine/core/definition/describeSettings.ts';
import { getDefinitionSchema } from '#src/engine/core/definition/definitionSchema.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { registry } from '#widgets/registry.ts';

/** The explanations of each element type, from its folder. */
export const docsByType = new Map(
  await Promise.all(
    [...registry.keys()].map(
      async (type) =>
        [type, ((await import(`#widgets/${type}/docs.ts`)) as { docs: ElementDocs }).docs] as const,
    ),
  ),
);

/** Puts the description behind `$schema` and `title`, where readers of the file look for it. */
function withDescription(schema: JsonSchema, description: string): JsonSchema {
  const { $schema, title, ...rest } = schema;
  return { ...($schema ? { $schema } : {}), title, description, ...rest };
}

const { definitions, ...form } = getDefinitionSchema(registry) as {
  definitions: Record<string, JsonSchema>;
};

function describeDefinition(name: string, schema: JsonSchema): JsonSchema {
  if (name === 'element') return describeSettings(schema, elementDocs);
  const docs = docsByType.get(name);
  if (!docs) return schema; // a part of a rule
  const described = describeSettings(schema, { ...elementDocs, ...docs.settings });
  return withDescription(described, docs.description);
}

/** The schema of a form definition with an explanation of every setting. */
export const describedSchema: JsonSchema = {
  ...withDescription(describeSettings(form, formDocs.settings), formDocs.description),
  definitions: Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, describeDefinition(name, schema)]),
  ),
};
