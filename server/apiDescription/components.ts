import * as Type from 'typebox';
import definitionSchema from '#schemas/forms/form-definition.schema.json' with { type: 'json' };
import { operations, shapes } from '#schemas/endpoints.ts';
import {
  attachmentDocs,
  contentDocs,
  elementDocs,
  formDocs,
  pageDocs,
  themeDocs,
} from '#schemas/forms/forms.docs.ts';
import { Answer } from '#schemas/forms/forms.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { Problem } from '#schemas/platform/problem.ts';
import {
  describeSettings,
  type SettingsDocs,
} from '#src/engine/core/definition/describeSettings.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { toPlainSchema, shareDefinitions } from '#src/engine/core/definition/shareDefinitions.ts';
import { contractParts } from '#server/http/contractParts.ts';
import { registry } from '#widgets/registry.ts';

const isObject = (shape: object): boolean =>
  'properties' in shape && Object.keys(shape.properties as object).length > 0;

/** Collects the shapes with a name in the contract. Of equal ones the first name stays. */
function collectShapes(): Record<string, object> {
  const named: Record<string, object> = {};
  const known = new Set<string>();
  for (const [name, shape] of Object.entries({ Problem, ...contractParts, ...shapes })) {
    const rules = JSON.stringify(shape);
    if (known.has(rules) || !(name in contractParts || isObject(shape))) continue;
    known.add(rules);
    named[name] = shape;
  }
  return named;
}

const root = '#/components/schemas/';
const { definitions, insertReferences } = shareDefinitions(collectShapes(), root);

const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Bodies and replies without a name in the contract, named after their call. */
const operationParts: Readonly<Record<string, object>> = Object.fromEntries(
  operations.flatMap(({ name, endpoint: { body, fields, lines, reply } }) =>
    Object.entries({ Body: body ?? fields ?? lines, Reply: reply }).flatMap(([suffix, shape]) => {
      const shared = shape && insertReferences(toPlainSchema(shape));
      return shared && isObject(shared) ? [[`${capitalise(name)}${suffix}`, shared]] : [];
    }),
  ),
);

/** Refers to the body or reply of a call by its name in the contract, or else by the call's. */
export function refer(call: string, suffix: 'Body' | 'Reply', shape: Type.TSchema): object {
  const name = `${capitalise(call)}${suffix}`;
  return name in operationParts
    ? { $ref: `${root}${name}` }
    : insertReferences(toPlainSchema(shape));
}

const docsByPart: Readonly<Record<string, SettingsDocs>> = {
  FormAttachment: attachmentDocs,
  FormContent: contentDocs,
  FormDefinition: formDocs.settings,
  FormElement: elementDocs,
  FormPage: pageDocs,
  FormTheme: themeDocs,
};

/** Adds the explanations of settings, which the contract itself does not contain. */
const describedParts: Record<string, JsonSchema> = {
  ...definitions,
  ...Object.fromEntries(
    Object.entries(docsByPart).map(([name, docs]) => [
      name,
      describeSettings(definitions[name] ?? {}, docs),
    ]),
  ),
};

const typeDocs: Readonly<Record<string, JsonSchema | undefined>> = definitionSchema.definitions;

/** Describes the union of all answer types: one schema per element type with answers. */
function describeAnswers(): object {
  const shapes = [...registry.values()].flatMap(({ type, value }) => {
    const description = typeDocs[type]?.['description'] as string | undefined;
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

/** Describes the body of every error, with all reasons. */
function describeProblem(): object {
  const { properties, ...rest } = describedParts['Problem'] ?? {};
  const reason = { type: 'string', enum: Object.keys(errorCatalogue) };
  return { ...rest, properties: { ...(properties as object), reason } };
}

const components: Readonly<Record<string, object>> = {
  ...describedParts,
  ...operationParts,
  FormDefinition: { ...describedParts['FormDefinition'], description: formDocs.description },
  // The contract leaves them open for new element types.
  Answer: describeAnswers(),
  Problem: describeProblem(),
};

const reference = /"#\/components\/schemas\/(\w+)"/g;

/** Lists the components that a part of a document uses, directly or through others. */
function listUsed(part: object, used = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(reference)) {
    if (used.has(name)) continue;
    used.add(name);
    listUsed(components[name] ?? {}, used);
  }
  return used;
}

/** Returns the shapes that the paths of a document refer to. */
export function listShapes(paths: object): Record<string, object> {
  const used = listUsed(paths);
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)));
}
