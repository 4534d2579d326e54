import { Ajv } from 'ajv';
import * as Type from 'typebox';
import type { Language } from '#schemas/common.ts';
import { ElementEnvelope, type FormDefinition } from '#schemas/forms.ts';
import { elementPointers, lintDefinition } from '#src/engine/core/lintDefinition.ts';
import { inputFields } from '#server/http/inputFields.ts';
import { textsIn } from '#server/http/texts.ts';
import { elementTypes, registry } from '#widgets/registry.ts';

const ajv = new Ajv({ allErrors: true, strict: false });

/** A type's own settings beside those every element has; nothing else, so a misspelt setting is found. */
const configChecks = new Map(elementTypes.map(({ type, config }) =>
  [type, ajv.compile(Type.Object({ ...ElementEnvelope.properties, ...config.properties }, { additionalProperties: false }))]));

/** What is wrong with a definition, as JSON pointer -> sentence for its author; undefined when it can be published. */
export function checkDefinition(definition: FormDefinition, language: Language): Record<string, string> | undefined {
  const fields: Record<string, string> = {};

  for (const { element, pointer } of elementPointers(definition)) {
    const check = configChecks.get(element.type);
    if (!check || check(element)) continue;
    const found = inputFields((check.errors ?? []) as never, language); // ajv's errors are Fastify's, typed apart
    for (const [below, text] of Object.entries(found)) fields[`/definition${pointer}${below}`] = text;
  }
  // The rules read settings that the schemas above must have found sound.
  if (Object.keys(fields).length > 0) return fields;

  for (const { pointer, rule, params } of lintDefinition(definition, registry)) {
    fields[`/definition${pointer}`] ??= textsIn(language)(`definition.error.${rule}`, params ?? {});
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}
