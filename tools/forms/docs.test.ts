import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import { getTexts } from '#server/texts.ts';
import { registry } from '#widgets/registry.ts';
import { lintDocument } from './lintDocument.ts';
import { runTests, type FormTests } from './runTests.ts';

describe('the examples in docs/forms.md', () => {
  const page = readFileSync('docs/forms.md', 'utf8');
  const examples = (kind: string): string[] =>
    [...page.matchAll(new RegExp(`\`\`\`json ${kind}\\n(.*?)\`\`\``, 'gs'))].map(
      ([, text = '']) => text,
    );
  const forms = examples('form').map(
    (form, index) =>
      [
        (JSON.parse(form) as { title: { en: string } }).title.en,
        form,
        examples('tests')[index] ?? '',
      ] as const,
  );

  it('The file docs/forms.md has two whole forms', () => expect(forms).toHaveLength(2));
  it.each(forms)('The form %s of docs/forms.md has no finding', (_, form) =>
    expect(lintDocument(form).findings).toEqual([]),
  );
  it.each(forms)('The form %s of docs/forms.md passes its tests', (_, form, tests) => {
    const results = runTests(
      JSON.parse(form) as FormDefinition,
      JSON.parse(tests) as FormTests,
      getTexts('de'),
    );
    expect(results.length).toBeGreaterThan(2);
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  });

  const elements = examples('element').map((text) => {
    const element = JSON.parse(text) as FormElement;
    const after = page.slice(page.indexOf(text) + text.length);
    const answer = /^```\n\nAn answer to it: `(.*)`\n/.exec(after)?.[1];
    return { type: element.type, element, answer };
  });

  it('The file docs/forms.md has an example of each type', () =>
    expect(elements.map(({ type }) => type).sort()).toEqual([...registry.keys()].sort()));

  it('The file docs/forms.md has an answer to each example that has a short one', () =>
    expect(elements.filter(({ answer }) => answer === undefined).map(({ type }) => type)).toEqual([
      'headline',
      'display',
      'signature',
    ]));

  it.each(elements)('The example of $type in docs/forms.md can be published', ({ element }) =>
    expect(
      lintDocument(JSON.stringify({ title: 'T', formElements: [element] })).findings.filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([]),
  );

  it.each(elements.filter(({ answer }) => answer !== undefined))(
    'The answer to the example of $type in docs/forms.md is valid',
    ({ element, answer = '' }) => {
      const tests: FormTests = {
        today: '2026-11-20',
        tests: [
          {
            name: 'as the page says',
            given: { [element.id]: JSON.parse(answer) as unknown },
            expect: { errors: {} },
          },
        ],
      };
      const definition = { title: 'T', formElements: [element] };
      const results = runTests(definition, tests, getTexts('de'));
      expect(results).toHaveLength(1);
      expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    },
  );
});
