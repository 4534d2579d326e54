import * as Type from 'typebox';
import definitionSchema from '#schemas/forms/form-definition.schema.json' with { type: 'json' };
import {
  attachmentDocs,
  contentDocs,
  elementDocs,
  formDocs,
  pageDocs,
  themeDocs,
} from '#schemas/forms/forms.docs.ts';
import { Answer, FormAttachment, FormContent, FormPage, FormTheme } from '#schemas/forms/forms.ts';
import {
  describeSettings,
  type SettingsDocs,
} from '#src/engine/core/definition/describeSettings.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { toPlainSchema, shareDefinitions } from '#src/engine/core/definition/shareDefinitions.ts';
import { registry } from '#widgets/registry.ts';
import { contractParts } from './contractParts.ts';

const { definitions, insertReferences } = shareDefinitions(
  { ...contractParts, FormAttachment, FormContent, FormPage, FormTheme },
  '#/components/schemas/',
);

const docsByPart: Readonly<Record<string, SettingsDocs>> = {
  FormAttachment: attachmentDocs,
  FormContent: contentDocs,
  FormDefinition: formDocs.settings,
  FormElement: elementDocs,
  FormPage: pageDocs,
  FormTheme: themeDocs,
};

/** Adds the explanations of settings, which the contract itself does not contain. */
const describedParts = {
  ...definitions,
  ...Object.fromEntries(
    Object.entries(docsByPart).map(([name, docs]) => [
      name,
      describeSettings(definitions[name] ?? {}, docs),
    ]),
  ),
};
describedParts.FormDefinition = {
  ...describedParts.FormDefinition,
  description: formDocs.description,
};

const typeDocs: Readonly<Record<string, JsonSchema | undefined>> = definitionSchema.definitions;

/** The union of all answer types: one schema per element type with answers. */
function answerShapes(): object {
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

/**
 * Builds the API description with each shared part once, and with the answer types, which the
 * contract leaves open for new element types.
 */
export function withSharedParts<D extends { components?: object }>(description: D): D {
  const { components, ...rest } = insertReferences(description);
  return {
    ...rest,
    components: { ...components, schemas: { ...describedParts, Answer: answerShapes() } },
  } as unknown as D;
}
