import * as Type from 'typebox';
import { Answer } from '#schemas/forms/forms.ts';
import { toPlainSchema, shareDefinitions } from '#src/engine/core/definition/shareDefinitions.ts';
import { registry } from '#widgets/registry.ts';
import { contractParts } from './contractParts.ts';

const { definitions, insertReferences } = shareDefinitions(contractParts, '#/components/schemas/');

/** The union of all answer types: one schema per element type with answers. */
function answerShapes(): object {
  const shapes = [...registry.values()].flatMap(({ type, value, config }) => {
    const { description } = config as { description?: string };
    return value
      ? [
          Type.Object(
            { ...Answer.properties, type: Type.Literal(type), value },
            { title: type, ...(description ? { description } : {}), additionalProperties: false },
          ),
        ]
      : [];
  });
  return {
    description: 'One answer; its value hangs on the type of the element.',
    oneOf: shapes.map(toPlainSchema),
  };
}

/**
 * Builds the API description with each shared part once, and with the answer types, which the
 * contract leaves open for new element types.
 */
export function withSharedParts<D extends { components?: object }>(description: D): D {
  const { components, ...rest } = insertReferences(description);
  return {
    ...rest,
    components: { ...components, schemas: { ...definitions, Answer: answerShapes() } },
  } as unknown as D;
}
