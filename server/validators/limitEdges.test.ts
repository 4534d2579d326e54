import { describe, expect, it } from 'vitest';
import { FormDefinition, type FormElement } from '#schemas/forms/forms.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { validateAnswers } from '#src/engine/core/validation/validateAnswers.ts';
import { elementTypes, registry } from '#widgets/registry.ts';
import { compileValidators, loadCheck } from './compileValidators.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
} & Partial<Record<keyof typeof keywords, number>>;

/** Limits of JSON Schema, and what is just beyond one. */
const keywords = {
  minItems: -1,
  maxItems: 1,
  minLength: -1,
  maxLength: 1,
  minimum: -1,
  maximum: 1,
} as const;
type Keyword = keyof typeof keywords;

type Limit = { path: string[]; schema: Schema; keyword: Keyword; limit: number };

/** Lists the limits of settings at any depth. Rules are tested by hand below. */
function listLimits(schema: Schema, path: string[] = []): Limit[] {
  const own = (Object.keys(keywords) as Keyword[]).flatMap((keyword) =>
    schema[keyword] === undefined ? [] : [{ path, schema, keyword, limit: schema[keyword] }],
  );
  const settings = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !['visibleWhen', 'requiredWhen', 'formElements', 'pages'].includes(name),
  );
  return [
    ...own,
    ...settings.flatMap(([name, inner]) => listLimits(inner, [...path, name])),
    ...(schema.items ? listLimits(schema.items, [...path, '0']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => listLimits(inner, path)),
  ];
}

const input = (index: number) => ({ id: `input${index}`, type: 'input', label: `Frage ${index}` });
const option = (index: number) => ({ value: `v${index}`, label: `Antwort ${index}` });
/** Items of lists by the name of the list. */
const items: Record<string, (index: number) => unknown> = {
  options: option,
  extensions: () => 'pdf',
  sum: () => 'count',
  product: () => 'count',
  attachments: (index) => ({ id: `attachment${index}`, fileName: 'Merkblatt.pdf' }),
  lintIgnore: () => ({ rule: 'equalLabels', reason: 'So gewollt' }),
};

function makeValue({ path, schema, keyword }: Limit, size: number): unknown {
  if (keyword === 'minimum' || keyword === 'maximum') return size;
  if (keyword === 'minLength' || keyword === 'maxLength') {
    const fill = 'x'.repeat(size);
    if (path.at(-1) === 'returnUrl') return `https://beispiel.example/${fill}`.slice(0, size);
    return path.at(-1) === 'pattern' && size > 2 ? `[${fill.slice(2)}]` : fill;
  }
  const item = items[path.at(-1) ?? ''];
  if (!item || schema.type !== 'array') throw new Error(`No item for ${path.join('/')}`);
  return Array.from({ length: size }, (_, index) => item(index));
}

type Part = Record<string, unknown>;

/** Returns a copy with the value at a path; lists and objects on the way are made. */
function setAt(whole: unknown, [head, ...rest]: string[], value: unknown): unknown {
  if (head === undefined) return value;
  if (head === '0') {
    const [first, ...others] = Array.isArray(whole) ? (whole as unknown[]) : [];
    return [setAt(first, rest, value), ...others];
  }
  const part = typeof whole === 'object' ? (whole as Part) : {};
  return { ...part, [head]: setAt(part[head], rest, value) };
}

/** Settings that a type needs, or that a limit needs beside it. */
const needed: Record<string, Part> = {
  display: { text: 'Text' },
  inputregex: { pattern: 'x+', message: 'So: x.' },
  simplechoice: { options: [option(0), option(1)] },
  multiplechoice: { options: [option(0), option(1)] },
  group: { formElements: [input(1)], max: 100 },
};
const texts = { de: 'Text', en: 'Text' };

/** Builds a form with one element of a type, after a number that formulas can refer to. */
const buildForm = (type: string, path: string[], value: unknown): Part => {
  const isText = ['de', 'en'].includes(path.at(-1) ?? '');
  const base = isText
    ? setAt(needed[type], path.slice(0, -1), texts)
    : path[0] === 'formula'
      ? {}
      : needed[type];
  const settings = setAt(base, path, value) as Part;
  if (type === 'computed' && !('formula' in settings)) settings['formula'] = { text: 'Text' };
  return {
    title: 'Test',
    formElements: [
      { id: 'count', type: 'number', label: 'Zahl' },
      { id: 'tested', type, label: 'Getestet', ...settings },
    ],
  };
};

const listErrors = (definition: unknown) =>
  lintDefinition(definition, registry).findings.filter(({ severity }) => severity === 'error');

/** Compiles the form as it is done when it is published. */
async function publish(definition: unknown): Promise<void> {
  const { formElements, pages } = definition as { formElements?: FormElement[]; pages?: [] };
  const content = { title: 'Test', ...(pages ? { pages } : { formElements: formElements ?? [] }) };
  loadCheck((await compileValidators(toJsonSchema(content, registry))).code);
}

async function expectEdge(
  { path, keyword, limit, ...more }: Limit,
  build: (value: unknown) => unknown,
): Promise<void> {
  const make = (size: number) => build(makeValue({ path, keyword, limit, ...more }, size));
  expect(listErrors(make(limit))).toEqual([]);
  await publish(make(limit));
  if (limit + keywords[keyword] < 0 && keyword !== 'minimum') return; // nothing is shorter
  expect(listErrors(make(limit + keywords[keyword]))).not.toEqual([]);
}

/** A group without rows is possible in the schema, and refused because nothing ever fits. */
const isRefusedAnyway = (type: string, { path, keyword }: Limit): boolean =>
  type === 'group' && path.join() === 'max' && keyword === 'minimum';

const byType = elementTypes.flatMap(({ type, config }) =>
  listLimits(config as Schema)
    .filter((limit) => !isRefusedAnyway(type, limit))
    .map(
      (limit) =>
        [`${type}/${limit.path.join('/')}`, limit.keyword, limit.limit, type, limit] as const,
    ),
);

describe('the limits of settings', () => {
  it.each(byType)('%s: %s %i is accepted, and one beyond is refused', (_, __, ___, type, limit) =>
    expectEdge(limit, (value) => buildForm(type, limit.path, value)),
  );

  it.each(
    listLimits(FormDefinition as Schema).map(
      (limit) => [limit.path.join('/'), limit.keyword, limit.limit, limit] as const,
    ),
  )('Form/%s: %s %i is accepted, and one beyond is refused', (_, __, ___, limit) =>
    expectEdge(limit, (value) => {
      const { path } = limit;
      const isText = ['de', 'en'].includes(path.at(-1) ?? '');
      const base = {
        title: 'Test',
        formElements: [input(1)],
        lintIgnore: [{ rule: 'equalLabels', reason: 'Ja so' }],
        attachments: [{ id: 'attachment1', fileName: 'A' }],
      };
      return setAt(isText ? setAt(base, path.slice(0, -1), texts) : base, path, value);
    }),
  );
});

const inputs = (count: number) => Array.from({ length: count }, (_, index) => input(index));
const whenEmpty = { element: 'input0', empty: true };
const when = (visibleWhen: object) => ({
  title: 'Test',
  formElements: [input(0), { ...input(1), visibleWhen }],
});
const nest = (depth: number): object => (depth === 0 ? whenEmpty : { not: nest(depth - 1) });
const named = (length: number, type = 'input') => ({
  title: 'Test',
  formElements: [{ ...input(0), id: 'x'.repeat(length), type }],
});

describe('the limits of a form', () => {
  it.each<[string, number, (size: number) => object]>([
    ['elements', 1_000, (size) => ({ title: 'Test', formElements: inputs(size) })],
    [
      'elements over all pages',
      1_000,
      (size) => ({
        title: 'Test',
        pages: [
          { id: 'one', title: 'Eins', formElements: inputs(1) },
          { id: 'two', title: 'Zwei', formElements: inputs(size).slice(1) },
        ],
      }),
    ],
    [
      'elements with those of a group',
      1_000,
      (size) => ({
        title: 'Test',
        formElements: [{ ...input(0), type: 'group', formElements: inputs(size).slice(1) }],
      }),
    ],
    [
      'pages',
      50,
      (size) => ({
        title: 'Test',
        pages: inputs(size).map((each, index) => ({
          id: `page${index}`,
          title: `Seite ${index}`,
          formElements: [each],
        })),
      }),
    ],
    ['characters of an id', 64, (size) => named(size)],
    [
      'values of a rule',
      200,
      (size) => when({ element: 'input0', in: inputs(size).map(({ id }) => id) }),
    ],
    ['parts of a rule', 50, (size) => when({ any: Array(size).fill(whenEmpty) })],
    ['parts that must all hold', 50, (size) => when({ all: Array(size).fill(whenEmpty) })],
    ['levels of a rule', 3, (size) => when(nest(size))],
  ])('%s: %i are accepted, and one more is refused', async (_, limit, build) => {
    expect(listErrors(build(limit))).toEqual([]);
    await publish(build(limit));
    expect(listErrors(build(limit + 1))).not.toEqual([]);
  });
});

const repeat = (count: number, value: unknown = 'x'): unknown[] => Array(count).fill(value);
const choices = { options: [option(0), option(1), option(2), option(3)] };
const pick = (count: number) => choices.options.slice(0, count).map(({ value }) => value);
const files = (count: number) =>
  repeat(count).map((_, index) => ({
    entityId: `datei-${index}-abcdefgh`,
    name: 'a.pdf',
    extension: 'pdf',
  }));

const makeRows = (count: number) => repeat(count, { input0: 'x' });

describe('the limits of answers', () => {
  it.each<[string, object, unknown, unknown]>([
    ['input', {}, 'x'.repeat(500), 'x'.repeat(501)],
    ['input', { maxLength: 500 }, 'x'.repeat(500), 'x'.repeat(501)],
    ['input', { minLength: 3 }, 'xxx', 'xx'],
    ['inputregex', { pattern: 'x+', message: 'x' }, 'x'.repeat(100), 'x'.repeat(101)],
    ['textarea', {}, 'x'.repeat(20_000), 'x'.repeat(20_001)],
    ['number', { max: 7 }, 7, 8],
    ['number', { min: 7 }, 7, 6],
    ['number', { decimals: 2 }, 7.25, 7.255],
    ['date', { min: '2026-11-20' }, '2026-11-20', '2026-11-19'],
    ['date', { max: '2026-11-20' }, '2026-11-20', '2026-11-21'],
    ['time', { min: '08:00' }, '08:00', '07:59'],
    ['time', { max: '08:00' }, '08:00', '08:01'],
    ['multiplechoice', { ...choices, max: 2 }, pick(2), pick(3)],
    ['multiplechoice', { ...choices, min: 2 }, pick(2), pick(1)],
    ['file', { maxFiles: 2 }, files(2), files(3)],
    ['file', {}, files(20), files(21)],
    ['group', { formElements: [input(0)], max: 100 }, makeRows(100), makeRows(101)],
    ['group', { formElements: [input(0)], max: 3 }, makeRows(3), makeRows(4)],
  ])(
    'An answer of %s with %j is accepted at its limit and refused beyond',
    async (type, settings, at, beyond) => {
      const formElements = [{ id: 'tested', type, label: 'Getestet', ...settings }];
      const schema = toJsonSchema({ title: 'Test', formElements }, registry);
      const check = loadCheck((await compileValidators(schema)).code);
      const pages = [{ id: 'page', title: 'Seite', formElements }];
      const listRules = (tested: unknown) =>
        validateAnswers(pages, registry, { tested }, check, { today: '2026-11-20', revision: 1 })
          .errors;
      expect(listRules(at)).toEqual([]);
      expect(listRules(beyond)).toHaveLength(1);
    },
  );
});
