import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completeDefinition } from './completion.ts';

/** Completions at the caret, and the range that they replace. */
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

it('offers the settings that are not there yet, each with its explanation', () => {
  const { labels, options } = offered('{ "title": "T", "|" }');
  expect(labels).toContain('"formElements"');
  expect(labels).not.toContain('"title"');
  for (const { info } of options) expect(info).toMatch(/\S/);
});

it('offers the settings of the element’s own type, and replaces what is typed', () => {
  const { labels, replaced } = offered(
    '{ "title": "T", "formElements": [{ "id": "a", "type": "number", "st|" }] }',
  );
  expect(labels).toEqual(expect.arrayContaining(['"step"', '"decimals"', '"visibleWhen"']));
  expect(labels).not.toContain('"maxLength"');
  expect(replaced).toBe('"st');
});

it('offers the element types, and the values of a setting', () => {
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

it('offers nothing where nothing is known', () => {
  expect(offered('{ "formElements": [{ "id": "|" }] }').labels).toEqual([]);
  expect(offered('|').labels).toEqual([]);
});
