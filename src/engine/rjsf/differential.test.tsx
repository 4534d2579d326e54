// @vitest-environment jsdom
import fc from 'fast-check';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { allFixtures as fixtures } from '#src/engine/testing/fixtures.ts';
import { StockRjsfForm, testToday } from '#src/engine/testing/StockRjsfForm.tsx';
import { block, pagesFrom } from '#src/engine/testing/randomForms.ts';
import { createTestEngine, TestForm, TestIntl } from '#src/engine/testing/TestForm.tsx';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { readAnswers } from './formRules.ts';
import type { RJSFSchema } from '@rjsf/utils';
import type { RjsfForm } from './toRjsf.ts';

await loadViews(
  fixtures.map(({ element }) => element),
  registry,
);
afterEach(cleanup);

// jsdom has no canvas, and a signature is a picture.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] }); // a signature names the second it was given in
  const canvas = new Proxy({}, { get: () => () => ({ width: 1 }), set: () => true });
  const { prototype } = HTMLCanvasElement;
  vi.spyOn(prototype, 'getContext').mockReturnValue(canvas as never);
  vi.spyOn(prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AA==');
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const context = () => ({ today: testToday, revision: 1 });

/** Replaces the ids that React and added rows get: they differ from form to form. */
function withoutRandomIds(html: string): string {
  const keys = new Map<string, string>();
  const named = (key: string) => keys.get(key) ?? (keys.set(key, `id${keys.size}`), keys.get(key));
  // Only one of both forms can have the focus.
  const unfocused = html.replaceAll(' data-focus-shown=""', '');
  return unfocused.replace(/_r_\w+_|«r\w+»|[0-9a-f]{32}/g, (key) => named(key) ?? key);
}

/** Both ways to show one definition, side by side. */
async function show(
  definition: FormDefinition,
  answers = {},
  change?: (form: RjsfForm) => RjsfForm,
) {
  const { formElements = [] } = definition;
  const engine = createTestEngine(formElements, answers);
  const sent: { portal?: unknown; rjsf?: unknown } = {};
  const draw = async (form: ReactNode) => (await act(async () => render(form))).container;
  const portal = await draw(
    // Enter submits, as in RJSF's form.
    <TestForm isSentByEnter engine={engine} onSubmit={(submitted) => (sent.portal = submitted)} />,
  );
  const rjsf = await draw(
    <TestIntl>
      <StockRjsfForm
        definition={definition}
        formData={answers}
        onSubmit={(formData) =>
          (sent.rjsf = readAnswers(formData, { definition, registry, context }))
        }
        {...(change ? { change } : {})}
      />
    </TestIntl>,
  );
  const forms = [portal, rjsf];
  return {
    sent,
    forms,
    /** Everything drawn of the elements: controls, names, labels, help, marks and errors. */
    drawn: () =>
      forms.map((form) =>
        [...form.querySelectorAll('[data-element]')].map(({ outerHTML }) =>
          withoutRandomIds(outerHTML),
        ),
      ),
    summaries: () =>
      forms.map((form) =>
        [...form.querySelectorAll('[aria-labelledby="error-summary"] li')].map(
          ({ textContent }) => textContent,
        ),
      ),
    compare() {
      const [portal, rjsf] = this.drawn();
      expect(rjsf).toEqual(portal);
      expect(this.summaries()[1]).toEqual(this.summaries()[0]);
      expect(sent.rjsf).toEqual(sent.portal);
    },
    type: (what: string) => forms.forEach((form) => typeInto(form, what)),
    submit: () =>
      forms.forEach((form) => act(() => void fireEvent.submit(form.querySelector('form')!))),
  };
}

function typeInto(form: HTMLElement, text: string) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (field.type === 'file' || field.hidden || field.disabled) continue;
    if (field.type === 'radio' || field.type === 'checkbox') fireEvent.click(field);
    else fireEvent.change(field, { target: { value: text } });
  }
}

it.each(fixtures.map((fixture) => [`${fixture.element.type} ${fixture.element.id}`, fixture]))(
  'Stock RJSF draws and validates %s as the portal does',
  async (_, { element, valid, invalid, typed }) => {
    const definition = { title: 'T', formElements: [element] };
    for (const [value, isTypedFirst] of [
      [undefined, false],
      [undefined, true],
      [valid[0], false],
      [invalid[0], false],
    ]) {
      const both = await show(definition, value === undefined ? {} : { [element.id]: value });
      both.compare();
      if (isTypedFirst) both.type(typed ?? '1');
      both.submit();
      both.compare();
      if (both.sent.portal === undefined) {
        both.type(typed ?? '1');
        both.submit();
        both.compare();
      }
      cleanup();
    }
  },
);

const texts = ['', 'a', 'ab', '1', '-3', '2,5', '7', '20.11.2026', '24.12.2026', 'x'.repeat(9)];

/** An action of a visitor: the number of a control, and the text or option for it. */
const action = fc.record({ control: fc.nat(), text: fc.constantFrom(...texts), option: fc.nat(3) });
type Action = typeof action extends fc.Arbitrary<infer Made> ? Made : never;

function perform(form: HTMLElement, { control, text, option }: Action) {
  const controls = form.querySelectorAll<HTMLInputElement>(
    '[data-element] :is(input, textarea, select), [data-element=group] button:enabled',
  );
  const chosen = controls[control % controls.length];
  if (!chosen || (chosen.tagName === 'BUTTON' && chosen.closest('[data-element=date]'))) return;
  const isClicked = chosen.tagName === 'BUTTON' || /radio|checkbox/.test(chosen.type);
  if (isClicked) fireEvent.click(chosen);
  else if (chosen instanceof HTMLSelectElement)
    fireEvent.change(chosen, { target: { value: chosen.options[option]?.value ?? '' } });
  else fireEvent.change(chosen, { target: { value: text } });
}

describe('random forms', () => {
  const seen = { errors: 0, sent: 0, rows: 0 };

  const compareRandom = fc.asyncProperty(
    fc.array(block, { minLength: 1, maxLength: 4 }),
    fc.array(action, { maxLength: 6 }),
    async (blocks, actions) => {
      const formElements = pagesFrom(blocks).flatMap((page) => page.formElements);
      const both = await show({ title: 'T', formElements });
      try {
        for (const each of actions) both.forms.forEach((form) => perform(form, each));
        // The portal shows an error when a field is left, RJSF when the form is submitted.
        const hasError = both.drawn()[0]?.some((html) => html.includes('id="error-'));
        if (!hasError) both.compare();
        both.submit();
        both.compare();
        seen[both.sent.portal === undefined ? 'errors' : 'sent'] += 1;
        seen.rows += both.forms[0]?.querySelectorAll('[data-rows] > *').length ?? 0;
      } finally {
        cleanup();
      }
    },
  );

  it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    'Stock RJSF draws and validates 20 random forms as the portal does, part %i of 10',
    // shrinking would take minutes
    () => fc.assert(compareRandom, { numRuns: 20, endOnFailure: true }),
  );

  it('The random forms are sent and refused, and have rows', () => {
    for (const [what, times] of Object.entries(seen))
      expect([what, times > 20]).toEqual([what, true]);
  });
});

const sample: FormElement[] = [
  {
    id: 'name',
    type: 'input',
    label: 'Name',
    help: 'Wie im Ausweis.',
    required: true,
    minLength: 2,
  },
  { id: 'sum', type: 'number', label: 'Summe', max: 5 },
];
const changes: [string, (properties: Record<string, RJSFSchema>) => object][] = [
  ['label', ({ name }) => ({ name: { ...name, title: 'Nachname' } })],
  ['help', ({ name }) => ({ name: { ...name, description: undefined } })],
  ['limit', ({ name }) => ({ name: { ...name, minLength: 1 } })],
  ['maximum', ({ sum }) => ({ sum: { ...sum, maximum: 9 } })],
  ['list of properties', () => ({ sum: {} })],
];

it.each(changes)('The comparison fails for a schema with another %s', async (_, change) => {
  const both = await show({ title: 'T', formElements: sample }, {}, ({ schema, uiSchema }) => ({
    schema: {
      ...schema,
      properties: { ...schema.properties, ...change(schema.properties as never) },
    },
    uiSchema,
  }));
  const typed = () => {
    both.compare();
    both.forms.forEach((form) => typeInto(form, '7'));
    both.submit();
    both.compare();
  };
  expect(typed).toThrow(/to deeply equal/);
});
