import { Ajv } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { lintRules } from '#src/engine/core/lint/lintDefinition.ts';
import { getDefinitionSchema } from '#src/engine/core/definition/definitionSchema.ts';
import { registry } from '#widgets/registry.ts';
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
  const schema = getDefinitionSchema(registry);
  const check = new Ajv({ strict: false }).compile(schema);

  /** Lists the settings of a schema without a description. */
  function unexplained(part: JsonSchema, path: string): string[] {
    const { properties = {}, items } = part as {
      properties?: Record<string, JsonSchema>;
      items?: JsonSchema;
    };
    return [
      ...Object.entries(properties).flatMap(([name, inner]) => [
        ...(inner['description'] || inner['const'] ? [] : [`${path}.${name}`]),
        ...unexplained(inner, `${path}.${name}`),
      ]),
      ...(items ? unexplained(items, path) : []),
    ];
  }

  it('The schema describes every setting and every element type', () => {
    const definitions = schema['definitions'] as Record<string, JsonSchema>;
    expect(unexplained(schema, 'form')).toEqual([]);
    for (const type of registry.keys()) {
      expect([type, definitions[type]?.['description']]).toEqual([
        type,
        expect.stringMatching(/\.$/),
      ]);
      expect(unexplained(definitions[type] ?? {}, type)).toEqual([]);
    }
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
