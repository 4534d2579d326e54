import type { JsonSchema } from '../element.ts';

/** An explanation of a setting, with samples where a text alone is hard to follow. */
export type SettingDocs = string | { description: string; examples: readonly unknown[] };

/** Explanations of settings by path, such as `options[].value`. */
export type SettingsDocs = Readonly<Record<string, SettingDocs>>;

/** Explains an element type and its own settings. `widgets/<type>/docs.ts` exports one. */
export type ElementDocs = { description: string; settings: SettingsDocs };

type Settings = {
  properties?: Readonly<Record<string, JsonSchema>>;
  items?: JsonSchema;
  const?: unknown;
};

function describeSetting(setting: JsonSchema, docs: SettingsDocs, path: string): JsonSchema {
  const { items, const: literal } = setting as Settings;
  if (literal !== undefined) return setting; // the name of the element type
  const text = docs[path];
  if (text === undefined) throw new Error(`The setting ${path} has no description`);
  const described = items
    ? { ...setting, items: describeSettings(items, docs, `${path}[].`) }
    : describeSettings(setting, docs, `${path}.`);
  return { ...described, ...(typeof text === 'string' ? { description: text } : text) };
}

/**
 * Adds the explanations to every setting of a plain schema; throws for a setting without one. The
 * browser never loads the texts, so they are in files of their own.
 */
export function describeSettings(schema: JsonSchema, docs: SettingsDocs, path = ''): JsonSchema {
  const { properties } = schema as Settings;
  if (!properties) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, setting]) => [
        name,
        describeSetting(setting, docs, `${path}${name}`),
      ]),
    ),
  };
}
