import fc from 'fast-check';
import type { Comparison, Condition } from '#schemas/forms/conditions.ts';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';

/*
 * Random forms for tests: pages, groups, values of every kind, conditions with every operator over
 * earlier elements, also inside rows, and values computed from each other.
 */

/** Answers of every kind, most of them wrong for a given element. */
export const values = [
  undefined,
  '',
  'a',
  'b',
  'ab',
  'c',
  0,
  1,
  2.5,
  7,
  true,
  false,
  '2026-11-20',
  '2026-12-24',
  ['a'],
  ['a', 'b'],
  [],
];
/** Answers that fit, by element type. */
export const fitting: Readonly<Record<string, readonly unknown[]>> = {
  input: ['a', 'b', 'ab'],
  number: [0, 1, 2.5],
  checkbox: [true, false],
  simplechoice: ['a', 'b'],
  multiplechoice: [['a'], ['b']],
  date: ['2026-11-20', '2026-12-24'],
};
const scalars = ['', 'a', 'b', 0, 1, 2.5, true, false, '2026-11-20'];

type Rule =
  | { of: number; operator: (typeof operators)[number]; value: (typeof scalars)[number] }
  | { all: Rule[] }
  | { any: Rule[] }
  | { not: Rule };
const operators = ['equals', 'in', 'contains', 'empty', 'greater', 'less'] as const;

const { rule } = fc.letrec<{ rule: Rule }>((tie) => {
  const parts = fc.array(tie('rule'), { minLength: 1, maxLength: 3 });
  return {
    rule: fc.oneof(
      { maxDepth: 2 },
      {
        weight: 3,
        arbitrary: fc.record({
          of: fc.nat(),
          operator: fc.constantFrom(...operators),
          value: fc.constantFrom(...scalars),
        }),
      },
      fc.record({ all: parts }),
      fc.record({ any: parts }),
      fc.record({ not: tie('rule') }),
    ),
  };
});

/** Returns a condition over earlier elements; undefined if there are none. */
function buildCondition(made: Rule | undefined, sources: readonly string[]): Condition | undefined {
  if (!made || sources.length === 0) return undefined;
  const inner = (part: Rule) => buildCondition(part, sources) as Condition; // there are sources
  if ('all' in made) return { all: made.all.map(inner) };
  if ('any' in made) return { any: made.any.map(inner) };
  if ('not' in made) return { not: inner(made.not) };
  const { operator, value, of } = made;
  const operand = {
    equals: value,
    in: [value, 'ab'],
    contains: value,
    empty: Boolean(value),
    greater: typeof value === 'boolean' ? 1 : value,
    less: typeof value === 'boolean' ? 2 : value,
  }[operator];
  return { element: sources[of % sources.length], [operator]: operand } as Comparison;
}

export const options = ['a', 'b'].map((value) => ({ value, label: value }));
const formulas = (sources: readonly string[], of: number) => {
  const one = sources[of % sources.length] ?? 'today';
  const other = sources[(of + 1) % sources.length] ?? 'today';
  return [
    { sum: [one, other] },
    { product: [one, other] },
    { count: one },
    { text: `{${one}} und {${other}}` },
    { dateDifference: { from: one, to: 'today', unit: 'days' } },
  ][of % 5];
};
const kinds = [
  'input',
  'number',
  'checkbox',
  'simplechoice',
  'multiplechoice',
  'date',
  'computed',
] as const;
const settings = {
  input: { minLength: 1, maxLength: 2 },
  number: { min: 0, max: 5 },
  checkbox: {},
  simplechoice: { options },
  multiplechoice: { options, max: 1 },
  date: { min: 'today' },
  computed: {},
} as const;

const part = fc.record({
  kind: fc.constantFrom(...kinds),
  of: fc.nat(),
  isRequired: fc.boolean(),
  visible: fc.option(rule, { nil: undefined }),
  required: fc.option(rule, { nil: undefined, freq: 3 }),
});
type Part = {
  kind: (typeof kinds)[number];
  of: number;
  isRequired: boolean;
  visible: Rule | undefined;
  required: Rule | undefined;
};
/** One element or group, and the page it may start. */
export const block = fc.record({
  part,
  inside: fc.option(fc.array(part, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  min: fc.nat(2),
  startsPage: fc.boolean(),
  page: fc.option(rule, { nil: undefined }),
});
export type Block = {
  part: Part;
  inside: Part[] | undefined;
  min: number;
  startsPage: boolean;
  page: Rule | undefined;
};

function buildElement(
  id: string,
  { kind, of, isRequired, visible, required }: Part,
  sources: readonly string[],
): FormElement {
  const [visibleWhen, requiredWhen] = [
    buildCondition(visible, sources),
    buildCondition(required, sources),
  ];
  return {
    id,
    type: kind,
    label: id,
    required: isRequired,
    ...settings[kind],
    ...(kind === 'computed' ? { formula: formulas(sources, of) } : {}),
    ...(visibleWhen ? { visibleWhen } : {}),
    ...(requiredWhen ? { requiredWhen } : {}),
  };
}

/** Builds the pages of a form from generated blocks. */
export function pagesFrom(blocks: readonly Block[]): FormPage[] {
  const pages: FormPage[] = [];
  const sources: string[] = [];
  blocks.forEach((made, index) => {
    const id = `e${index}`;
    const visibleWhen = buildCondition(made.page, sources);
    if (made.startsPage || pages.length === 0)
      pages.push({
        id: `p${index}`,
        title: 'Seite',
        formElements: [],
        ...(visibleWhen ? { visibleWhen } : {}),
      });
    const here: string[] = [];
    const formElements = made.inside?.map((inner, position) => {
      const child = buildElement(`${id}c${position}`, inner, [...sources, ...here]);
      here.push(child.id);
      return child;
    });
    const element = buildElement(id, made.part, sources);
    pages
      .at(-1)
      ?.formElements.push(
        formElements ? { ...element, type: 'group', min: made.min, max: 3, formElements } : element,
      );
    sources.push(id, ...here.map((child) => `${id}.${child}`));
  });
  return pages;
}

/** Something a visitor does: sets an answer, or changes the rows of a group. */
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ set: fc.nat(), row: fc.nat(3), to: fc.nat(), isFitting: fc.boolean() }),
  },
  fc.record({ rows: fc.nat(), how: fc.constantFrom('add', 'remove', 'move') }),
);
