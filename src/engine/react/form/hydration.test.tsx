// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { listEveryElement } from '#schemas/forms/forms.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { portalRegistry } from '#widgets/portalRegistry.ts';

const options = [
  { value: 'no', label: 'Nein' },
  { value: 'yes', label: 'Ja' },
];
const elements: FormElement[] = [
  { id: 'name', type: 'input', label: 'Vorname' },
  { id: 'damage', type: 'number', label: 'Schaden' },
  { id: 'day', type: 'date', label: 'Tag' },
  { id: 'story', type: 'textarea', label: 'Hergang' },
  { id: 'injured', type: 'simplechoice', label: 'Verletzt?', options },
  {
    id: 'state',
    type: 'simplechoice',
    label: 'Land',
    options: Array.from({ length: 9 }, (_, index) => ({ value: `s${index}`, label: `L${index}` })),
  },
  { id: 'sure', type: 'checkbox', label: 'Sicher' },
  {
    id: 'losses',
    type: 'multiplechoice',
    label: 'Schäden',
    options: ['car', 'phone', 'coat', 'bag'].map((value) => ({ value, label: value })),
  },
  {
    id: 'who',
    type: 'input',
    label: 'Wer?',
    visibleWhen: { element: 'injured', equals: 'yes' },
  },
];

let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

/** Renders the form as the server does, and returns a function that hydrates it. */
async function renderOnServer() {
  await loadViews(listEveryElement({ title: 'T', formElements: elements }), portalRegistry);
  const box = document.createElement('div');
  box.innerHTML = renderToString(<TestForm engine={createTestEngine(elements)} />);
  document.body.replaceChildren(box);
  const engine = createTestEngine(elements);
  const errors: unknown[] = [];
  return {
    engine,
    errors,
    find: <T extends HTMLElement>(selector: string) => box.querySelector(selector) as T,
    hydrate: () =>
      act(async () => {
        root = hydrateRoot(box, <TestForm engine={engine} />, {
          onRecoverableError: (error) => errors.push(error),
        });
      }),
  };
}

it('Everything typed, chosen and ticked before hydration is an answer after it', async () => {
  const { engine, errors, find, hydrate } = await renderOnServer();
  const name = find<HTMLInputElement>('[name="name"]');
  name.value = 'Anneliese ';
  name.focus();
  name.setSelectionRange(3, 5);
  find<HTMLInputElement>('[name="damage"]').value = '6482,17';
  find<HTMLInputElement>('[name="day"]').value = '1.2.2026';
  find<HTMLTextAreaElement>('[name="story"]').value = 'Ein Wagen.';
  find<HTMLInputElement>('[value="yes"]').checked = true;
  find<HTMLSelectElement>('select').value = 's3';
  find<HTMLInputElement>('[name="sure"]').checked = true;
  for (const loss of ['car', 'coat', 'bag'])
    find<HTMLInputElement>(`[value="${loss}"]`).checked = true;
  await hydrate();

  expect(errors).toEqual([]);
  expect(engine.store.getAnswers()).toEqual({
    name: 'Anneliese',
    damage: 6482.17,
    day: '2026-02-01',
    story: 'Ein Wagen.',
    injured: 'yes',
    state: 's3',
    sure: true,
    losses: ['car', 'coat', 'bag'],
  });
  expect([name.value, name.selectionStart, name.selectionEnd]).toEqual(['Anneliese ', 3, 5]);
  expect(document.activeElement).toBe(name);
  expect(find<HTMLTextAreaElement>('[name="story"]').value).toBe('Ein Wagen.');
  expect(find('[name="who"]')).not.toBeNull(); // its condition is live
});

it('An untouched form has no answers after hydration', async () => {
  const { engine, errors, hydrate } = await renderOnServer();
  await hydrate();
  expect([engine.store.getAnswers(), [...engine.touched], errors]).toEqual([{}, [], []]);
});
