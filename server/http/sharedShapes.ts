import * as Type from 'typebox';
import { Answer } from '#schemas/forms.ts';
import { plainSchema, sharedParts } from '#src/engine/core/sharedParts.ts';
import { registry } from '#widgets/registry.ts';
import { contractParts } from './contractParts.ts';

const { definitions, withReferences } = sharedParts(contractParts, '#/components/schemas/');

/** Every answer there can be: one shape for each element type that has answers. */
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
    oneOf: shapes.map(plainSchema),
  };
}

/** The API description with each part of the contract written once, and the shape of each answer, which the contract leaves open for new element types. */
export function withSharedParts<D extends { components?: object }>(description: D): D {
  const { components, ...rest } = withReferences(description);
  return {
    ...rest,
    components: { ...components, schemas: { ...definitions, Answer: answerShapes() } },
  } as unknown as D;
}
