import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { createTestStore, getCheck } from '#src/engine/testing/createTestStore.ts';
import { registry } from '#widgets/registry.ts';
import type { Answers } from '../evaluation/conditions.ts';
import { evaluateForm, type ShownElement } from '../evaluation/evaluateForm.ts';
import { validateAnswers } from '../validation/validateAnswers.ts';

describe('random edits', () => {
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

  it('Browser and server evaluate the same form after any edits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { store } = createTestStore({}, form);
        let undo: () => void = () => undefined;
        for (const each of steps) {
          const rows = store.getRowKeys('g').length;
          if ('set' in each && (!each.set.includes('/') || Number(each.set.split('/')[1]) < rows))
            store.set(each.set, each.to);
          else if ('add' in each && rows < 5) store.addRow('g');
          else if ('remove' in each && rows > 0) undo = store.removeRow('g', 0);
          else if ('move' in each && rows > 1) store.moveRow('g', 0, rows - 1);
          else if ('undo' in each && rows < 5) undo();
        }
        const page = { id: 'page', title: 'Seite', formElements: form };
        const fresh = evaluateForm([page], registry, store.getAnswers(), {
          today: '2026-11-20',
          revision: 1,
        });
        const facts = (shown: ReadonlyMap<string, ShownElement>) =>
          [...shown.values()].map(({ address, isRequired }) => [
            address,
            isRequired,
            store.get(address),
          ]);
        expect(facts(store.getShown())).toEqual(facts(fresh.shown));
        for (const [address, { value, elementType }] of fresh.shown)
          if (elementType.computed) expect(store.get(address)).toEqual(value);

        const browser = store.validate();
        const sent = JSON.parse(JSON.stringify(browser.answers)) as Answers;
        const server = validateAnswers([page], registry, sent, getCheck(form), {
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
