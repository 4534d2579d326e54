import * as Type from 'typebox';
import { Answer } from '#schemas/forms.ts';
import { registry } from '#widgets/registry.ts';

const plain = (schema: object): object => JSON.parse(JSON.stringify(schema)) as object; // without TypeBox's hidden marks
const answer = JSON.stringify(Answer);
const shapeName = 'Answer';

/** Every answer there can be: one shape for each element type that has answers. */
function answerShapes(): object {
  const shapes = [...registry.values()].flatMap(({ type, value, config }) => {
    const { description } = config as { description?: string };
    return value ? [Type.Object({ ...Answer.properties, type: Type.Literal(type), value }, { title: type, ...(description ? { description } : {}), additionalProperties: false })] : [];
  });
  return { description: 'One answer; its value hangs on the type of the element.', oneOf: shapes.map(plain) };
}

function withReferences(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(withReferences);
  if (JSON.stringify(part) === answer) return { $ref: `#/components/schemas/${shapeName}` };
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withReferences(inner)]));
}

/** The API description with the shape of each answer, which the contract leaves open for new element types. */
export function withAnswerShapes<D extends { components?: object }>(description: D): D {
  const { components, ...rest } = withReferences(description) as D;
  return { ...rest, components: { ...components, schemas: { ...(components as { schemas?: object } | undefined)?.schemas, [shapeName]: answerShapes() } } } as D;
}
