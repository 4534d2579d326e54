import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Comparison, Condition } from '#schemas/conditions.ts';
import type { FormElement, FormPage } from '#schemas/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { createAnswerStore } from './answerStore.ts';
import { compileForm } from './compileForm.ts';
import { evaluateForm } from './evaluateForm.ts';
import { validateAnswers } from './validateAnswers.ts';

/*
 * Whole forms are made up: pages, groups, every type of value, rules with every operator over whatever comes before, also
 * inside rows, and values worked out from each other. Then somebody types, adds, moves and takes away rows.
 */

const context = { today: '2026-11-20', revision: 1 };

const values = [
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
const fitting: Readonly<Record<string, readonly unknown[]>> = {
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

/** A rule over elements that stand earlier; none when there is no such element. */
function conditionOf(made: Rule | undefined, sources: readonly string[]): Condition | undefined {
  if (!made || sources.length === 0) return undefined;
  const inner = (part: Rule) => conditionOf(part, sources) as Condition; // there are sources
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

const options = ['a', 'b'].map((value) => ({ value, label: value }));
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
const block = fc.record({
  part,
  inside: fc.option(fc.array(part, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  min: fc.nat(2),
  startsPage: fc.boolean(),
  page: fc.option(rule, { nil: undefined }),
});
type Block = {
  part: Part;
  inside: Part[] | undefined;
  min: number;
  startsPage: boolean;
  page: Rule | undefined;
};

function elementOf(
  id: string,
  { kind, of, isRequired, visible, required }: Part,
  sources: readonly string[],
): FormElement {
  const [visibleWhen, requiredWhen] = [
    conditionOf(visible, sources),
    conditionOf(required, sources),
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

function pagesFrom(blocks: readonly Block[]): FormPage[] {
  const pages: FormPage[] = [];
  const sources: string[] = [];
  blocks.forEach((made, index) => {
    const id = `e${index}`;
    const visibleWhen = conditionOf(made.page, sources);
    if (made.startsPage || pages.length === 0)
      pages.push({
        id: `p${index}`,
        title: 'Seite',
        formElements: [],
        ...(visibleWhen ? { visibleWhen } : {}),
      });
    const here: string[] = [];
    const formElements = made.inside?.map((inner, position) => {
      const child = elementOf(`${id}c${position}`, inner, [...sources, ...here]);
      here.push(child.id);
      return child;
    });
    const element = elementOf(id, made.part, sources);
    pages
      .at(-1)
      ?.formElements.push(
        formElements ? { ...element, type: 'group', min: made.min, max: 3, formElements } : element,
      );
    sources.push(id, ...here.map((child) => `${id}.${child}`));
  });
  return pages;
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ set: fc.nat(), row: fc.nat(3), to: fc.nat(), isFitting: fc.boolean() }),
  },
  fc.record({ rows: fc.nat(), how: fc.constantFrom('add', 'remove', 'move') }),
);

it('browser and server agree on any form, whatever is typed', () => {
  const seen = { shown: 0, hidden: 0, errors: 0, clean: 0, computed: 0, rows: 0 };
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 2, maxLength: 6 }),
      fc.array(step, { maxLength: 30 }),
      (blocks, steps) => {
        const pages = pagesFrom(blocks);
        const elements = pages.flatMap(({ formElements }) => formElements);
        const groups = elements.filter(({ type }) => type === 'group');
        const check = compileCheck(compileForm({ title: 'T', pages }, registry));
        const store = createAnswerStore({ pages, registry, check, context: () => context });
        const places = elements.flatMap(
          (element): { group?: string; id: string; type: string }[] =>
            element.type === 'group'
              ? (element['formElements'] as FormElement[]).map((child) => ({
                  group: element.id,
                  id: child.id,
                  type: child.type,
                }))
              : [{ id: element.id, type: element.type }],
        );

        for (const each of steps) {
          if ('set' in each) {
            const place = places[each.set % places.length];
            const choice = (each.isFitting && fitting[place?.type ?? '']) || values;
            const rows = place?.group ? store.rows(place.group).length : 1;
            if (place && rows > 0)
              store.set(
                place.group ? `${place.group}/${each.row % rows}/${place.id}` : place.id,
                choice[each.to % choice.length],
              );
          } else if (groups.length > 0) {
            const group = groups[each.rows % groups.length]?.id ?? '';
            const count = store.rows(group).length;
            if (each.how === 'add' && count < 4) store.addRow(group);
            if (each.how === 'remove' && count > 0) store.removeRow(group, each.rows % count);
            if (each.how === 'move' && count > 1) store.moveRow(group, 0, count - 1);
          }
        }

        // What the browser has kept up with step by step is what comes out when everything is worked out at once.
        const whole = evaluateForm(pages, registry, store.answers(), context);
        expect([...store.shown().keys()]).toEqual([...whole.shown.keys()]);
        for (const [address, { value, isRequired, elementType }] of whole.shown) {
          expect([address, store.isRequired(address)]).toEqual([address, isRequired]);
          if (elementType.compute) expect([address, store.get(address)]).toEqual([address, value]);
        }

        // The server gets what counts, over the wire, and comes to the same answers and the same mistakes.
        const sent = store.validate();
        const received = validateAnswers(
          pages,
          registry,
          JSON.parse(JSON.stringify(sent.answers)) as Record<string, unknown>,
          check,
          context,
        );
        expect(received.answers).toEqual(sent.answers);
        expect(received.errors).toEqual(sent.errors);

        const everything = elements.length + groups.length;
        seen.shown += whole.shown.size;
        seen.hidden += Math.max(0, everything - whole.shown.size);
        seen[sent.errors.length > 0 ? 'errors' : 'clean'] += 1;
        seen.computed += [...whole.shown.values()].filter(
          ({ elementType, value }) => elementType.compute && value !== undefined,
        ).length;
        seen.rows += groups.filter(({ id }) => store.rows(id).length > 1).length;
      },
    ),
    { numRuns: 100 },
  );
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
});

it('both hold a rule over the rows of a group for what one of them answers', () => {
  type Row = { kind?: 'a' | 'b' | undefined; cost?: number | undefined; on?: boolean | undefined };
  const meanings: [rule: Comparison, met: (rows: readonly Row[]) => boolean][] = [
    [{ element: 'g.kind', equals: 'a' }, (rows) => rows.some(({ kind }) => kind === 'a')],
    [{ element: 'g.kind', in: ['b', 'c'] }, (rows) => rows.some(({ kind }) => kind === 'b')],
    [{ element: 'g.kind', empty: true }, (rows) => rows.every(({ kind }) => kind === undefined)],
    [{ element: 'g.cost', greater: 1 }, (rows) => rows.some(({ cost = 0 }) => cost > 1)],
    [{ element: 'g.cost', less: 1 }, (rows) => rows.some(({ cost = 1 }) => cost < 1)],
    [{ element: 'g.on', equals: true }, (rows) => rows.some(({ on }) => on)],
    [{ element: 'g.on', equals: false }, (rows) => rows.every(({ on }) => !on)],
  ];
  const inside: FormElement[] = [
    { id: 'kind', type: 'simplechoice', label: 'K', options },
    { id: 'cost', type: 'number', label: 'C' },
    { id: 'on', type: 'checkbox', label: 'O' },
  ];
  const asked: FormElement[] = meanings.map(([visibleWhen], index) => ({
    id: `q${index}`,
    type: 'input',
    label: 'Q',
    visibleWhen,
  }));
  const pages: FormPage[] = [
    {
      id: 'p',
      title: 'Seite',
      formElements: [
        { id: 'g', type: 'group', label: 'G', min: 0, max: 3, formElements: inside },
        ...asked,
      ],
    },
  ];
  const check = compileCheck(compileForm({ title: 'T', pages }, registry));
  const maybe = <T>(...of: T[]) => fc.constantFrom(undefined, ...of);
  const row = fc.record({
    kind: maybe('a' as const, 'b' as const),
    cost: maybe(0, 1, 2),
    on: maybe(true, false),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
      const store = createAnswerStore({ pages, registry, check, context: () => context });
      rows.forEach((each, index) => {
        store.addRow('g');
        for (const [id, value] of Object.entries(each)) store.set(`g/${index}/${id}`, value);
      });
      const wanted = meanings.flatMap(([, met], index) => (met(rows) ? [`q${index}`] : []));
      const received = validateAnswers(
        pages,
        registry,
        JSON.parse(JSON.stringify(store.validate().answers)) as Record<string, unknown>,
        check,
        context,
      );
      for (const shown of [store.shown(), received.state.shown])
        expect([...shown.keys()].filter((id) => id.startsWith('q'))).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});
