import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Comparison } from '#schemas/forms/conditions.ts';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import {
  block,
  fitting,
  options,
  pagesFrom,
  step,
  values,
} from '#src/engine/testing/randomForms.ts';
import { registry } from '#widgets/registry.ts';
import { createAnswerStore } from '../answers/answerStore.ts';
import { toJsonSchema } from '../definition/toJsonSchema.ts';
import { evaluateForm } from '../evaluation/evaluateForm.ts';
import { validateAnswers } from './validateAnswers.ts';

/*
 * Property test. Forms are random: pages, groups, every type of value, conditions with every
 * operator on earlier elements, also inside rows, and nested formulas. Then random edits: typing,
 * adding, moving and removing rows.
 */

const context = { today: '2026-11-20', revision: 1 };

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type AnswerStore = ReturnType<typeof createAnswerStore>;
type Place = { group?: string; id: string; type: string };

/** Lists every element that takes an answer, also those in groups. */
const listPlaces = (elements: readonly FormElement[]): Place[] =>
  elements.flatMap((element): Place[] =>
    element.type === 'group'
      ? (element['formElements'] as FormElement[]).map(({ id, type }) => ({
          group: element.id,
          id,
          type,
        }))
      : [{ id: element.id, type: element.type }],
  );

/** Types an answer, or adds, moves or removes a row of a group. */
function takeStep(
  store: AnswerStore,
  each: Step,
  { places, groups }: { places: readonly Place[]; groups: readonly FormElement[] },
): void {
  if ('set' in each) {
    const place = places[each.set % places.length];
    const choice = (each.isFitting && fitting[place?.type ?? '']) || values;
    const rows = place?.group ? store.getRowKeys(place.group).length : 1;
    if (place && rows > 0)
      store.set(
        place.group ? `${place.group}/${each.row % rows}/${place.id}` : place.id,
        choice[each.to % choice.length],
      );
  } else if (groups.length > 0) {
    const group = groups[each.rows % groups.length]?.id ?? '';
    const count = store.getRowKeys(group).length;
    if (each.how === 'add' && count < 4) store.addRow(group);
    if (each.how === 'remove' && count > 0) store.removeRow(group, each.rows % count);
    if (each.how === 'move' && count > 1) store.moveRow(group, 0, count - 1);
  }
}

it('Browser and server evaluate any form alike, whatever is typed', () => {
  const seen = { shown: 0, hidden: 0, errors: 0, clean: 0, computed: 0, rows: 0 };
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 2, maxLength: 6 }),
      fc.array(step, { maxLength: 30 }),
      (blocks, steps) => {
        const pages = pagesFrom(blocks);
        const elements = pages.flatMap(({ formElements }) => formElements);
        const groups = elements.filter(({ type }) => type === 'group');
        const check = compileCheck(toJsonSchema({ title: 'T', pages }, registry));
        const store = createAnswerStore({ pages, registry, check, context: () => context });
        const places = listPlaces(elements);
        for (const each of steps) takeStep(store, each, { places, groups });

        // The incremental state of the browser equals a full evaluation.
        const whole = evaluateForm(pages, registry, store.getAnswers(), context);
        expect([...store.getShown().keys()]).toEqual([...whole.shown.keys()]);
        for (const [address, { value, isRequired, elementType }] of whole.shown) {
          expect([address, store.isRequired(address)]).toEqual([address, isRequired]);
          if (elementType.computed) expect([address, store.get(address)]).toEqual([address, value]);
        }

        // The server gets the collected answers as JSON and finds the same answers and errors.
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
          ({ elementType, value }) => elementType.computed && value !== undefined,
        ).length;
        seen.rows += groups.filter(({ id }) => store.getRowKeys(id).length > 1).length;
      },
    ),
    { numRuns: 100 },
  );
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
});

it('Browser and server evaluate a condition on the rows of a group per row', () => {
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
  const check = compileCheck(toJsonSchema({ title: 'T', pages }, registry));
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
      for (const shown of [store.getShown(), received.state.shown])
        expect([...shown.keys()].filter((id) => id.startsWith('q'))).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});
