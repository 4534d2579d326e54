import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { registry } from '#widgets/registry.ts';
import type { Answers } from './conditions.ts';
import { evaluateForm } from './evaluateForm.ts';

const evaluate = (formElements: FormElement[], answers: Answers) =>
  evaluateForm([{ id: 'page', title: 'Seite', formElements }], registry, answers, {
    today: '2026-11-20',
    revision: 1,
  });
const shownIds = (elements: FormElement[], answers: Answers) =>
  new Set(evaluate(elements, answers).shown.keys());

describe('visibility', () => {
  const elements: FormElement[] = [
    { id: 'injured', type: 'simplechoice' },
    { id: 'who', type: 'input', visibleWhen: { element: 'injured', equals: 'yes' } },
    { id: 'clinic', type: 'input', visibleWhen: { element: 'who', empty: false } },
  ];

  it('An element is visible without a condition, or if its condition is true', () => {
    expect([...shownIds(elements, { injured: 'yes', who: 'ich' })]).toEqual([
      'injured',
      'who',
      'clinic',
    ]);
  });

  it('A hidden answer counts as empty, so all elements that depend on it are hidden', () => {
    expect([...shownIds(elements, { injured: 'no', who: 'ich' })]).toEqual(['injured']);
  });

  it('Visibility is the same whether hidden answers are kept or deleted', () => {
    const chain = fc.array(fc.record({ source: fc.nat(), equals: fc.constantFrom('a', 'b') }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        chain,
        fc.array(fc.constantFrom('a', 'b', ''), { minLength: 12, maxLength: 12 }),
        (rules, values) => {
          const form: FormElement[] = rules.map(({ source, equals }, index) =>
            index === 0
              ? { id: 'e0', type: 'input' }
              : {
                  id: `e${index}`,
                  type: 'input',
                  visibleWhen: { element: `e${source % index}`, equals },
                },
          );
          const typed = Object.fromEntries(form.map(({ id }, index) => [id, values[index]]));
          const visible = shownIds(form, typed);
          const kept = Object.fromEntries(Object.entries(typed).filter(([id]) => visible.has(id)));
          expect([...shownIds(form, kept)]).toEqual([...visible]);
        },
      ),
    );
  });
});

describe('requiredWhen', () => {
  const elements: FormElement[] = [
    { id: 'injured', type: 'simplechoice' },
    { id: 'clinic', type: 'input', requiredWhen: { element: 'injured', equals: 'yes' } },
    {
      id: 'always',
      type: 'input',
      required: true,
      requiredWhen: { element: 'injured', equals: 'never' },
    },
  ];
  const required = (answers: Answers) =>
    [...evaluate(elements, answers).shown.values()].flatMap(({ address, isRequired }) =>
      isRequired ? [address] : [],
    );

  it('An element is required while its condition is true', () => {
    expect(required({ injured: 'yes' })).toEqual(['clinic', 'always']);
    expect(required({ injured: 'no' })).toEqual(['always']);
  });
});

describe('pages', () => {
  const pages = [
    { id: 'one', title: 'Eins', formElements: [{ id: 'more', type: 'checkbox' }] },
    {
      id: 'two',
      title: 'Zwei',
      visibleWhen: { element: 'more', equals: true },
      formElements: [{ id: 'what', type: 'input' }],
    },
    {
      id: 'three',
      title: 'Drei',
      formElements: [
        { id: 'why', type: 'input', visibleWhen: { element: 'what', empty: false } },
        { id: 'end', type: 'input' },
      ],
    },
  ];
  const evaluatePages = (answers: Answers) =>
    evaluateForm(pages, registry, answers, { today: '2026-11-20', revision: 1 });

  it('A hidden page hides its elements, and their answers count as empty', () => {
    const state = evaluatePages({ what: 'x' });
    expect([...state.pages]).toEqual(['one', 'three']);
    expect([...state.shown.keys()]).toEqual(['more', 'end']);
    expect([...evaluatePages({ more: true, what: 'x' }).shown.keys()]).toEqual([
      'more',
      'what',
      'why',
      'end',
    ]);
  });
});

describe('groups', () => {
  const elements: FormElement[] = [
    { id: 'currency', type: 'input' },
    {
      id: 'items',
      type: 'group',
      min: 1,
      max: 5,
      formElements: [
        { id: 'count', type: 'number' },
        { id: 'price', type: 'number', visibleWhen: { element: 'count', greater: 0 } },
        { id: 'rate', type: 'number', visibleWhen: { element: 'currency', equals: 'USD' } },
        { id: 'total', type: 'computed', formula: { product: ['count', 'price'] } },
      ],
    },
    { id: 'sum', type: 'computed', formula: { sum: ['items.total'] } },
    { id: 'discount', type: 'input', visibleWhen: { element: 'sum', greater: 100 } },
    { id: 'two', type: 'input', visibleWhen: { element: 'items.count', contains: 2 } },
  ];
  const values = (answers: Answers) =>
    Object.fromEntries(
      [...evaluate(elements, answers).shown].map(([address, { value }]) => [address, value]),
    );

  it('A group has its minimum of rows, empty where no answer is given', () => {
    expect([...evaluate(elements, {}).shown.keys()]).toEqual([
      'currency',
      'items',
      'items/0/count',
      'items/0/total',
      'sum',
    ]);
  });

  it('A condition in a row reads its own row and elements outside the group', () => {
    const shown = [...shownIds(elements, { currency: 'USD', items: [{ count: 1 }, { count: 0 }] })];
    expect(shown).toEqual(
      expect.arrayContaining(['items/0/price', 'items/0/rate', 'items/1/rate']),
    );
    expect(shown).not.toContain('items/1/price');
  });

  it('A formula computes per row inside a group and over all rows outside', () => {
    const shown = values({
      items: [
        { count: 2, price: 30 },
        { count: 3, price: 15 },
      ],
    });
    expect(shown).toMatchObject({ 'items/0/total': 60, 'items/1/total': 45, sum: 105 });
    expect(shown).toHaveProperty('discount');
    expect(shown).toHaveProperty('two');
  });

  it('A formula over rows skips elements that are hidden in their row', () => {
    expect(values({ items: [{ count: 0, price: 30 }] })).toMatchObject({ sum: undefined });
  });

  it('A malformed group answer counts as empty rows', () => {
    fc.assert(fc.property(fc.jsonValue(), (items) => void evaluate(elements, { items })));
  });
});

it('An emptied answer counts as none, as on the server', () => {
  const elements: FormElement[] = [
    { id: 'text', type: 'input', label: 'T' },
    { id: 'late', type: 'input', label: 'L', visibleWhen: { element: 'text', less: 'b' } },
  ];
  const shown = (answers: Record<string, unknown>) => [
    ...evaluateForm([{ id: 'page', title: 'T', formElements: elements }], registry, answers, {
      today: '2026-11-20',
      revision: 1,
    }).shown.keys(),
  ];
  expect(shown({ text: 'a' })).toEqual(['text', 'late']);
  expect(shown({ text: '' })).toEqual(shown({}));
});

describe('a computed text', () => {
  const options = [
    { value: 'f', label: { de: 'Frontschaden', en: 'Damage in front' } },
    { value: 'b', label: { de: 'Heckschaden', en: 'Damage at the back' } },
  ];
  const elements: FormElement[] = [
    { id: 'costs', type: 'number', unit: 'Euro' },
    { id: 'on', type: 'date' },
    { id: 'name', type: 'input' },
    { id: 'kind', type: 'simplechoice', options },
    { id: 'parts', type: 'multiplechoice', options },
    {
      id: 'cars',
      type: 'group',
      formElements: [
        { id: 'worth', type: 'number' },
        { id: 'side', type: 'simplechoice', options },
        { id: 'sides', type: 'multiplechoice', options },
        { id: 'line', type: 'computed', formula: { text: '{side}: {worth}' } },
      ],
    },
    { id: 'sum', type: 'computed', formula: { sum: ['costs', 'cars.worth'] }, decimals: 2 },
  ];
  const answers = {
    costs: 1234.5,
    on: '2026-12-01',
    name: 'Jonas',
    kind: 'f',
    parts: ['f', 'b'],
    cars: [
      { worth: 0.25, side: 'b', sides: ['b'] },
      { worth: 1000, side: 'f', sides: ['f', 'b'] },
    ],
  };
  const told = (text: string, given: Answers = answers) =>
    evaluate([...elements, { id: 'told', type: 'computed', formula: { text } }], given).shown.get(
      'told',
    )?.value;

  it.each([
    ['{costs}', '1.234,5'],
    ['{on}', '01.12.2026'],
    ['{name}', 'Jonas'],
    ['{kind}', 'Frontschaden'],
    ['{parts}', 'Frontschaden, Heckschaden'],
    ['{cars.worth}', '0,25, 1.000'],
    ['{cars.side}', 'Heckschaden, Frontschaden'],
    ['{cars.sides}', 'Heckschaden, Frontschaden, Heckschaden'],
    ['{cars.line}', 'Heckschaden: 0,25, Frontschaden: 1.000'],
    ['{sum}', '2.234,75'],
  ])('A computed text formats %s as %s', (text, words) => expect(told(text)).toBe(words));

  it.each(['{costs}', '{on}', '{kind}', '{parts}', '{cars.sides}'])(
    'A computed text ignores %s, which is no valid answer',
    (text) => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          const words = told(text, {
            costs: value,
            on: value,
            kind: value,
            parts: value,
            cars: [{ sides: value }],
          });
          expect(['string', 'undefined']).toContain(typeof words);
          expect(words ?? '').not.toContain('[object');
        }),
      );
    },
  );
});
