import { Ajv } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { lintRules } from '#src/engine/core/lint/lintDefinition.ts';
import { elementDocs, formDocs } from '#schemas/forms/forms.docs.ts';
import { describeSettings } from '#src/engine/core/definition/describeSettings.ts';
import { registry } from '#widgets/registry.ts';
import { describedSchema as schema, docsByType } from './describedSchema.ts';
import { generateFiles } from './generated.ts';

describe('files generated from the registry', () => {
  it.each(generateFiles().map((file) => [file.file, file]))(
    '%s is current (npm run forms -- write)',
    (_, { file, text }) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});

it('The file docs/forms.md has a row for every rule', () => {
  const page = readFileSync('docs/forms.md', 'utf8');
  const nameTheirFindings = ['ownSettings', 'patterns'];
  const named = lintRules
    .map(({ name }) => name)
    .filter((name) => !nameTheirFindings.includes(name));
  const said = Object.keys(JSON.parse(readFileSync('locales/server.en.json', 'utf8')) as object)
    .filter((id) => id.startsWith('finding.') && id !== 'finding.didYouMean')
    .map((id) => id.replace('finding.', ''));
  expect([...named, ...said].filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

describe('the schema of form definitions', () => {
  const check = new Ajv({ strict: false }).compile(schema);

  /** Lists the paths of all settings, such as `options[].value`. */
  function listPaths(part: JsonSchema, path = ''): string[] {
    const { properties = {} } = part as { properties?: Record<string, JsonSchema> };
    return Object.entries(properties).flatMap(([name, inner]) => [
      `${path}${name}`,
      ...(inner['items']
        ? listPaths(inner['items'] as JsonSchema, `${path}${name}[].`)
        : listPaths(inner, `${path}${name}.`)),
    ]);
  }

  const definitions = schema['definitions'] as Record<string, JsonSchema>;

  it('A setting without a description fails the generator', () =>
    expect(() =>
      describeSettings(
        { properties: { rows: { items: { properties: { name: {} } } } } },
        { rows: 'R.' },
      ),
    ).toThrow('rows[].name'));

  it('Every element type has a description that is a sentence', () => {
    for (const type of registry.keys())
      expect([type, definitions[type]?.['description']]).toEqual([
        type,
        expect.stringMatching(/\.$/),
      ]);
  });

  it('Every description belongs to a setting that exists', () => {
    const surplus = (docs: object, part: JsonSchema) => {
      const paths = listPaths(part);
      return Object.keys(docs).filter((path) => !paths.includes(path));
    };
    expect(surplus(formDocs.settings, schema)).toEqual([]);
    for (const [type, { settings }] of docsByType)
      expect([type, surplus({ ...elementDocs, ...settings }, definitions[type] ?? {})]).toEqual([
        type,
        [],
      ]);
  });

  it.each(readdirSync('server/demo/forms').filter((name) => !name.includes('.tests.')))(
    'The schema accepts the demo form %s',
    (name) => {
      expect([
        check(JSON.parse(readFileSync(`server/demo/forms/${name}`, 'utf8'))),
        check.errors,
      ]).toEqual([true, null]);
    },
  );

  it('The schema rejects a misspelt setting of an element', () => {
    expect(
      check({ title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A', maxLenght: 5 }] }),
    ).toBe(false);
  });
});
