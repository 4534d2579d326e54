import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { createAnswerStore } from './answerStore.ts';
import type { Answers } from './conditions.ts';
import { compileForm } from './compileForm.ts';
import { evaluateForm, type Placed } from './evaluateForm.ts';
import { validateAnswers, type CompiledCheck } from './validateAnswers.ts';

const elements: FormElement[] = [
  { id: 'name', type: 'input', label: 'Name', required: true, minLength: 2 },
  { id: 'mail', type: 'input', label: 'E-Mail', format: 'email' },
  { id: 'injured', type: 'checkbox', label: 'Verletzt' },
  {
    id: 'who',
    type: 'input',
    label: 'Wer?',
    required: true,
    visibleWhen: { element: 'injured', equals: true },
  },
];

/** Compiled once per form: the compiler takes longer than all a test does. */
const compiledChecks = new Map<FormElement[], CompiledCheck>();
function checkOf(formElements: FormElement[]): CompiledCheck {
  const known =
    compiledChecks.get(formElements) ??
    compileCheck(compileForm({ title: 'Test', formElements }, registry));
  compiledChecks.set(formElements, known);
  return known;
}

function setUp(initial: Answers = {}, formElements = elements) {
  const check = vi.fn(checkOf(formElements));
  const pages = [{ id: 'page', title: 'Seite', formElements }];
  return {
    store: createAnswerStore({
      pages,
      registry,
      initial,
      check,
      context: () => ({ today: '2026-11-20', revision: 1 }),
    }),
    check,
  };
}

describe('typing', () => {
  it('tells only the element that was typed into, and checks nothing', () => {
    const { store, check } = setUp({ name: 'Jonas' });
    const [name, mail, outline] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('name', name);
    store.subscribe('mail', mail);
    store.onOutline(outline);
    store.set('name', 'Jonas W');
    expect(name).toHaveBeenCalledTimes(1);
    expect(mail).not.toHaveBeenCalled();
    expect(outline).not.toHaveBeenCalled();
    expect(check).not.toHaveBeenCalled();
  });

  it('answers the same state of an element until something about it changes', () => {
    const { store } = setUp({ name: 'J' });
    const before = store.stateOf('name');
    store.set('mail', 'jonas@example.com');
    expect(store.stateOf('name')).toBe(before);
    store.leave('name');
    expect(store.stateOf('name')).toMatchObject({
      value: 'J',
      error: { rule: 'minLength' },
      isVisible: true,
      isRequired: true,
    });
    expect(store.stateOf('who')).toEqual({
      value: undefined,
      error: undefined,
      isVisible: false,
      isRequired: false,
    });
    store.set('injured', true);
    expect(store.stateOf('who')).toMatchObject({ isVisible: true, isRequired: true });
  });

  it('answers the same state for an answer that its field shows by itself, with that answer in it, until more has changed', () => {
    const { store } = setUp({ name: 'Jo' });
    const before = store.stateOf('name');
    store.set('name', 'J', { isShown: true });
    expect(store.stateOf('name')).toBe(before);
    expect(before.value).toBe('J');
    store.leave('name');
    expect(store.stateOf('name')).toMatchObject({ value: 'J', error: { rule: 'minLength' } });
  });

  it('shows no new error while typing, and takes a shown one away once it is mended', () => {
    const { store } = setUp();
    store.set('name', 'J');
    expect(store.errorOf('name')).toBeUndefined();
    store.leave('name');
    expect(store.errorOf('name')?.rule).toBe('minLength');
    store.set('name', 'Jo');
    expect(store.errorOf('name')).toBeUndefined();
  });

  it('stops telling who has unsubscribed', () => {
    const { store } = setUp();
    const listener = vi.fn();
    store.subscribe('name', listener)();
    store.set('name', 'Jonas');
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('leaving an element', () => {
  it('stays quiet about one that was only passed by', () => {
    const { store } = setUp();
    store.leave('name');
    expect(store.errorOf('name')).toBeUndefined();
  });

  it('says nothing about the others', () => {
    const { store } = setUp({ mail: 'no mail' });
    store.set('name', 'J');
    store.leave('name');
    expect(store.errorOf('mail')).toBeUndefined();
  });
});

describe('visibility', () => {
  it('follows the answer it depends on, and what was typed comes back', () => {
    const { store } = setUp({ injured: true });
    const who = vi.fn();
    store.subscribe('who', who);
    store.set('who', 'Beifahrerin');
    store.set('injured', undefined);
    expect(store.isVisible('who')).toBe(false);
    store.set('injured', true);
    expect(store.isVisible('who')).toBe(true);
    expect(store.get('who')).toBe('Beifahrerin');
    expect(who).toHaveBeenCalledTimes(3);
  });
});

describe('progress', () => {
  it('counts required elements that are shown', () => {
    const { store } = setUp();
    expect(store.progress()).toEqual({ answered: 0, required: 1 });
    store.set('name', 'Jonas');
    store.set('injured', true);
    expect(store.progress()).toEqual({ answered: 1, required: 2 });
  });

  it('does not count an answer that was found wrong, until it is mended', () => {
    const { store } = setUp();
    store.set('name', 'Jonas');
    store.showErrors([{ address: 'name', pointer: '/name', rule: 'refused', text: 'Nein.' }]);
    expect(store.progress()).toEqual({ answered: 0, required: 1 });
    store.set('name', 'Jana');
    expect(store.progress()).toEqual({ answered: 1, required: 1 });
  });

  it('tells the outline only when it can have changed', () => {
    const { store } = setUp();
    const outline = vi.fn();
    store.onOutline(outline);
    store.set('name', 'J');
    store.set('name', 'Jo');
    store.set('name', '');
    expect(outline).toHaveBeenCalledTimes(2);
  });
});

describe('validate', () => {
  it('shows every error and tells the elements that have one', () => {
    const { store } = setUp({ mail: 'no mail' });
    const mail = vi.fn();
    store.subscribe('mail', mail);
    expect(store.validate().errors.map((error) => error.address)).toEqual(['name', 'mail']);
    expect(store.errorOf('mail')?.rule).toBe('format');
    expect(mail).toHaveBeenCalledTimes(1);
  });

  it('forgets the error of an element that has been hidden since', () => {
    const { store } = setUp({ name: 'Jonas', injured: true });
    store.validate();
    expect(store.errorOf('who')?.rule).toBe('required');
    store.set('injured', undefined);
    store.leave('name');
    expect(store.errors().size).toBe(0);
  });
});

describe('adopting answers from elsewhere', () => {
  it('takes known elements over and leaves the rest alone', () => {
    const { store } = setUp({ name: 'Jonas' });
    const typed = vi.fn();
    store.onChange(typed);
    store.adopt({ mail: 'j@example.com', stranger: 1 });
    expect(store.answers()).toEqual({ name: 'Jonas', mail: 'j@example.com' });
    expect(typed).not.toHaveBeenCalled();
  });
});

describe('a shown error', () => {
  it('is checked again at the cost of one element, however many others are wrong', () => {
    const { store, check } = setUp({ name: 'J', mail: 'no mail' });
    store.validate();
    check.mockClear();
    store.set('name', 'Jo');
    expect(store.errorOf('name')).toBeUndefined();
    expect(store.errorOf('mail')?.rule).toBe('format');
    expect(check.mock.calls).toEqual([['name', 'Jo']]);
  });

  it('does not draw its element again while it stays the same', () => {
    const { store } = setUp({ mail: 'no mail' });
    store.validate();
    const before = store.errors();
    store.set('mail', 'no mail yet');
    expect(store.errors()).toBe(before);
  });

  it('goes when a rule no longer asks for the answer', () => {
    const { store } = setUp({}, [
      { id: 'injured', type: 'checkbox', label: 'Verletzt' },
      {
        id: 'clinic',
        type: 'input',
        label: 'Klinik',
        requiredWhen: { element: 'injured', equals: true },
      },
    ]);
    store.set('injured', true);
    store.validate();
    expect(store.errorOf('clinic')?.rule).toBe('required');
    store.set('injured', false);
    expect(store.errors().size).toBe(0);
  });
});

describe('an error that no rule here can find', () => {
  const refused = {
    address: 'name',
    pointer: '/name',
    rule: 'refused',
    text: 'Diesen Namen gibt es schon.',
  };

  it('stays while the answer is the same: when its element is left, and when others come and go', () => {
    const { store } = setUp({ name: 'Jonas' });
    store.showErrors([refused]);
    store.leave('name');
    store.set('injured', true);
    store.set('mail', 'jonas@example.com');
    store.adopt({ mail: 'j@example.com' });
    store.validate();
    expect(store.errorOf('name')).toEqual(refused);
    store.set('name', 'Jana');
    expect(store.errorOf('name')).toBeUndefined();
  });

  it('does not keep the same answer from being sent again', () => {
    const { store } = setUp({ name: 'Jonas' });
    store.showErrors([refused]);
    expect(store.validate().errors).toEqual([]);
  });

  it('goes with its row, stays with it where it is moved, and leaves the others alone', () => {
    const { store } = setUp({ cars: [{ plate: 'A' }, { plate: 'B' }, { plate: 'C' }] }, [
      {
        id: 'cars',
        type: 'group',
        label: 'Autos',
        min: 0,
        max: 3,
        formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen' }],
      },
    ]);
    store.showErrors(
      [0, 1].map((row) => ({
        address: `cars/${row}/plate`,
        pointer: `/cars/${row}/plate/x`,
        rule: 'refused',
        text: `Nein ${row}`,
      })),
    );
    store.moveRow('cars', 0, 2);
    store.leave('cars/2/plate');
    expect(
      [...store.errors().values()].map(({ address, pointer, text }) => [address, pointer, text]),
    ).toEqual([
      ['cars/0/plate', '/cars/0/plate/x', 'Nein 1'],
      ['cars/2/plate', '/cars/2/plate/x', 'Nein 0'],
    ]);
    store.removeRow('cars', 0);
    expect([...store.errors().keys()]).toEqual(['cars/1/plate']);
  });

  it('about an element at work appears when it is told, and lasts as long as the work', () => {
    const { store } = setUp({ name: 'Jonas' });
    store.setBusy('mail', 'uploading');
    store.leave('mail');
    expect(store.errors().size).toBe(0);
    expect(store.tellBusy()).toBe(true);
    store.leave('mail');
    store.set('injured', true);
    expect(store.errorOf('mail')?.rule).toBe('uploading');
    store.setBusy('mail', 'notArrived');
    expect(store.errorOf('mail')?.rule).toBe('notArrived');
    store.setBusy('mail', undefined);
    expect(store.errors().size).toBe(0);
    expect(store.tellBusy()).toBe(false);
  });

  it('about an element at work is none while that is hidden', () => {
    const { store } = setUp({ name: 'Jonas' });
    store.setBusy('who', 'uploading');
    expect(store.tellBusy()).toBe(false);
  });
});

describe('checking a part', () => {
  it('shows what is wrong there and leaves the errors elsewhere', () => {
    const { store } = setUp({ name: 'J', mail: 'no mail' });
    store.validate(({ address }) => address === 'mail');
    expect([...store.errors().keys()]).toEqual(['mail']);
    store.validate(({ address }) => address === 'name');
    expect([...store.errors().keys()]).toEqual(['name', 'mail']);
  });
});

describe('rows of a group', () => {
  const invoice: FormElement[] = [
    {
      id: 'items',
      type: 'group',
      label: 'Posten',
      min: 1,
      max: 4,
      formElements: [
        { id: 'what', type: 'input', label: 'Was?', required: true, maxLength: 5 },
        { id: 'price', type: 'number', label: 'Preis' },
      ],
    },
    { id: 'sum', type: 'computed', label: 'Summe', formula: { sum: ['items.price'] } },
  ];
  const filled = {
    items: [
      { what: 'A', price: 1 },
      { what: 'B', price: 2 },
    ],
  };

  it('keep their names when they are moved, so that what is typed into stays the same field', () => {
    const { store } = setUp(filled, invoice);
    const [first, second] = store.rows('items');
    store.moveRow('items', 0, 1);
    expect(store.rows('items')).toEqual([second, first]);
    expect(store.get('items/0/what')).toBe('B');
  });

  it('have the same names after a reload, and a new row has one of its own', () => {
    const { store } = setUp(filled, invoice);
    store.moveRow('items', 0, 1);
    store.addRow('items');
    const again = setUp({}, invoice).store;
    again.adopt({ items: store.get('items') }, { items: store.rows('items') });
    expect(again.rows('items')).toEqual(store.rows('items'));
    expect(again.placeOf('items/1/what')).toBe(
      setUp(filled, invoice).store.placeOf('items/0/what'),
    );
    expect(new Set(again.rows('items')).size).toBe(3);
  });

  it('leave no place behind when they are taken away', () => {
    const { store } = setUp(filled, invoice);
    const [first, second] = [store.placeOf('items/0/what'), store.placeOf('items/1/what')];
    store.removeRow('items', 0);
    expect([first, second, 'sum', 'stranger'].map(store.hasPlace)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    store.adopt({ items: [{ what: 'A' }, {}] });
    expect(new Set(store.rows('items')).size).toBe(2);
  });

  it('come back as they were after being taken away', () => {
    const { store } = setUp(filled, invoice);
    const keys = store.rows('items');
    const restore = store.removeRow('items', 0);
    expect(store.answers()).toEqual({ items: [{ what: 'B', price: 2 }] });
    restore();
    expect(store.answers()).toEqual(filled);
    expect(store.rows('items')).toEqual(keys);
  });

  it('tell only the element typed into, and what is worked out from it', () => {
    const { store } = setUp(filled, invoice);
    const [price, other, sum, group] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('items/1/price', price);
    store.subscribe('items/0/price', other);
    store.subscribe('sum', sum);
    store.subscribe('items', group);
    store.set('items/1/price', 5);
    expect(store.get('sum')).toBe(6);
    expect([price, other, sum, group].map((listener) => listener.mock.calls.length)).toEqual([
      1, 0, 1, 0,
    ]);
  });

  it('are asked for one by one, and answered under the pointer of their row', () => {
    const { store } = setUp({ items: [{ what: 'A' }, {}, { what: 'zu lang' }] }, invoice);
    expect(store.validate().errors.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([
      '/items/1/what required',
      '/items/2/what maxLength',
    ]);
  });

  it('count blank where one must stand, and are kept as a whole by the draft', () => {
    const { store } = setUp({}, invoice);
    const changed = vi.fn();
    store.onChange(changed);
    expect(store.rows('items')).toHaveLength(1);
    expect(store.validate().errors.map(({ address }) => address)).toEqual(['items/0/what']);
    store.set('items/0/what', 'A');
    expect(changed).toHaveBeenLastCalledWith('items');
    expect(store.get('items')).toEqual([{ what: 'A' }]);
  });
});

describe('whatever is typed, in whatever order', () => {
  const form: FormElement[] = [
    { id: 'a', type: 'input', label: 'A' },
    {
      id: 'b',
      type: 'input',
      label: 'B',
      visibleWhen: { element: 'a', equals: 'x' },
      requiredWhen: { element: 'a', empty: false },
    },
    {
      id: 'g',
      type: 'group',
      label: 'G',
      min: 0,
      max: 5,
      visibleWhen: { not: { element: 'b', equals: 'y' } },
      formElements: [
        { id: 'c', type: 'input', label: 'C', required: true },
        {
          id: 'd',
          type: 'input',
          label: 'D',
          visibleWhen: {
            any: [
              { element: 'c', equals: 'x' },
              { element: 'a', equals: 'y' },
            ],
          },
        },
      ],
    },
    { id: 'n', type: 'computed', label: 'N', formula: { count: 'g' } },
    {
      id: 'e',
      type: 'input',
      label: 'E',
      visibleWhen: {
        all: [
          { element: 'n', greater: 1 },
          { element: 'g.d', contains: 'y' },
        ],
      },
    },
  ];
  const word = fc.constantFrom('x', 'y', '', undefined);
  const step = fc.oneof(
    fc.record({
      set: fc.constantFrom('a', 'b', 'e', 'g/0/c', 'g/0/d', 'g/1/c', 'g/1/d'),
      to: word,
    }),
    fc.constantFrom({ add: true }, { remove: true }, { move: true }, { undo: true }),
  );

  it('browser and server see the same form', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { store } = setUp({}, form);
        let undo: () => void = () => undefined;
        for (const each of steps) {
          const rows = store.rows('g').length;
          if ('set' in each && (!each.set.includes('/') || Number(each.set.split('/')[1]) < rows))
            store.set(each.set, each.to);
          else if ('add' in each && rows < 5) store.addRow('g');
          else if ('remove' in each && rows > 0) undo = store.removeRow('g', 0);
          else if ('move' in each && rows > 1) store.moveRow('g', 0, rows - 1);
          else if ('undo' in each && rows < 5) undo();
        }
        const page = { id: 'page', title: 'Seite', formElements: form };
        const fresh = evaluateForm([page], registry, store.answers(), {
          today: '2026-11-20',
          revision: 1,
        });
        const facts = (shown: ReadonlyMap<string, Placed>) =>
          [...shown.values()].map(({ address, isRequired }) => [
            address,
            isRequired,
            store.get(address),
          ]);
        expect(facts(store.shown())).toEqual(facts(fresh.shown));
        for (const [address, { value, elementType }] of fresh.shown)
          if (elementType.compute) expect(store.get(address)).toEqual(value);

        const browser = store.validate();
        const sent = JSON.parse(JSON.stringify(browser.answers)) as Answers;
        const server = validateAnswers([page], registry, sent, checkOf(form), {
          today: '2026-11-20',
          revision: 1,
        });
        expect(server.answers).toEqual(sent);
        expect(server.errors).toEqual(browser.errors);
      }),
      { numRuns: 150 },
    );
  });
});
