import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completeDefinition } from './completion.ts';

/** Returns the completions at the caret `|` and the text that they replace. */
function offered(text: string) {
  const position = text.indexOf('|');
  const doc = text.replace('|', '');
  const result = completeDefinition(
    new CompletionContext(EditorState.create({ doc }), position, true),
  );
  return {
    labels: result?.options.map(({ label }) => label) ?? [],
    replaced: result ? doc.slice(result.from, position) : undefined,
    options: result?.options ?? [],
  };
}

it('The completion offers missing settings, each with its explanation', () => {
  const { labels, options } = offered('{ "title": "T", "|" }');
  expect(labels).toContain('"formElements"');
  expect(labels).not.toContain('"title"');
  for (const { info } of options) expect(info).toMatch(/\S/);
});

it('The completion offers settings of the element type and replaces the typed text', () => {
  const { labels, replaced } = offered(
    '{ "title": "T", "formElements": [{ "id": "a", "type": "number", "st|" }] }',
  );
  expect(labels).toEqual(expect.arrayContaining(['"step"', '"decimals"', '"visibleWhen"']));
  expect(labels).not.toContain('"maxLength"');
  expect(replaced).toBe('"st');
});

it('The completion offers element types and the values of a setting', () => {
  expect(offered('{ "formElements": [{ "id": "a", "type": "|" }] }').labels).toEqual(
    expect.arrayContaining(['"input"', '"signature"']),
  );
  expect(offered('{ "formElements": [{ "id": "a", "type": "|" }] }').labels).not.toContain(
    '"password"',
  );
  expect(
    offered('{ "formElements": [{ "id": "a", "type": "input", "width": "|" }] }').labels,
  ).toEqual(['"full"', '"half"']);
  expect(
    offered('{ "formElements": [{ "id": "a", "type": "input", "required": | }] }').labels,
  ).toEqual(['true', 'false']);
});

it('The completion offers nothing for free text', () => {
  expect(offered('{ "formElements": [{ "id": "|" }] }').labels).toEqual([]);
  expect(offered('|').labels).toEqual([]);
});
