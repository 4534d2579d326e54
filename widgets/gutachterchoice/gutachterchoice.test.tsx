// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Participant } from '#schemas/forms/experts.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import { expertLimits } from '#schemas/forms/limits.ts';
import type { AnswerStore } from '#src/engine/core/answers/answerStore.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { findExperts } from './service.ts';

const element: FormElement = { id: 'expert', type: 'gutachterchoice', label: 'Gutachter' };
const petersen = { id: 'petersen', name: 'Ingenieurbüro Petersen', place: 'Eimsbüttel' };
const spree = { id: 'spree', name: 'Spree Gutachten', place: 'Berlin' };

type Call = {
  postalCode: string;
  answer: (experts: Participant[]) => Promise<void>;
  fail: () => Promise<void>;
};
let calls: Call[];
beforeEach(() => {
  calls = [];
});

const find = (postalCode: string) =>
  new Promise<Participant[]>((resolve, reject) => {
    calls.push({
      postalCode,
      answer: (experts) => act(async () => resolve(experts)),
      fail: () => act(async () => reject(new Error('no net'))),
    });
  });

async function show(elements: FormElement[] = [element], initial = {}): Promise<AnswerStore> {
  const engine = createTestEngine(elements, initial);
  await act(
    async () =>
      void render(
        <TestForm elements={elements} engine={engine} services={[provide(findExperts, find)]} />,
      ),
  );
  await screen.findByRole('button', { name: 'Absenden' });
  return engine.store;
}

const postalCode = () => screen.getByLabelText('Postleitzahl für die Suche');
const radios = () =>
  screen.queryAllByRole('radio').map((radio) => radio.parentElement?.textContent);
const ownName = () => screen.queryByLabelText('Name und Ort');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Absenden' }));

it('A pasted postal code is searched without its invisible characters', async () => {
  const store = await show();
  await userEvent.click(postalCode());
  await userEvent.paste('\u200E２０２５９\u200B');
  expect(calls.map((call) => call.postalCode)).toEqual(['20259']);
  await userEvent.click(document.body);
  expect(postalCode()).toHaveValue('20259');
  expect(store.get('expert')).toEqual({ postalCode: '20259' });
});

it('Experts are loaded at five digits and chosen by keyboard; loading is announced', async () => {
  const store = await show();
  await userEvent.type(postalCode(), '2025');
  expect(calls).toEqual([]);
  await userEvent.type(postalCode(), '9');
  expect(calls.map((call) => call.postalCode)).toEqual(['20259']);
  expect(screen.getByText('Wir suchen rund um 20259 …')).toBeVisible();
  await calls[0]?.answer([petersen]);
  expect(radios()).toEqual([
    'Ingenieurbüro PetersenEimsbüttel',
    'Bitte wählen Sie für mich aus',
    'Jemand anderes',
  ]);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(store.get('expert')).toEqual({
    postalCode: '20259',
    choice: 'listed',
    id: 'petersen',
    name: 'Ingenieurbüro Petersen',
  });
});

it('A response for an earlier postal code is ignored, whatever the order', async () => {
  await show();
  await userEvent.type(
    postalCode(),
    '20259{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}10115',
  );
  const [first, second] = calls;
  expect([first?.postalCode, second?.postalCode]).toEqual(['20259', '10115']);
  await second?.answer([spree]);
  await first?.answer([petersen]);
  expect(radios()[0]).toBe('Spree GutachtenBerlin');
});

it('A failed request clears the list, offers a name field and a retry', async () => {
  const store = await show();
  await userEvent.type(postalCode(), '20259');
  await calls[0]?.answer([petersen]);
  await userEvent.type(postalCode(), '{Backspace}8');
  await calls[1]?.fail();
  expect(radios()).toEqual(['Bitte wählen Sie für mich aus', 'Jemand anderes']);
  expect(screen.getByText(/Die Liste lädt gerade nicht/)).toBeVisible();
  await userEvent.type(ownName() ?? document.body, 'Krause, Wedel');
  expect(store.get('expert')).toEqual({
    postalCode: '20258',
    choice: 'own',
    name: 'Krause, Wedel',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await calls[2]?.answer([petersen]);
  expect(ownName()).toHaveValue('Krause, Wedel');
  expect(radios()).toHaveLength(3);
});

it('An empty list is announced and offers a name field at once', async () => {
  await show();
  await userEvent.type(postalCode(), '80331');
  await calls[0]?.answer([]);
  expect(screen.getByText(/Rund um 80331 kennen wir noch niemanden/)).toBeVisible();
  expect(ownName()).toBeVisible();
});

it('A typed name is kept while the visitor looks at the list', async () => {
  const store = await show();
  await userEvent.type(postalCode(), '20259');
  await calls[0]?.answer([petersen]);
  await userEvent.click(screen.getByRole('radio', { name: 'Jemand anderes' }));
  await userEvent.type(ownName() ?? document.body, 'Krause');
  await userEvent.click(screen.getByRole('radio', { name: /Petersen/ }));
  expect(ownName()).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Jemand anderes' }));
  expect(store.get('expert')).toEqual({ postalCode: '20259', choice: 'own', name: 'Krause' });
});

it('The expert of a draft stays visible when the list cannot be loaded', async () => {
  await show([element], {
    expert: {
      postalCode: '20259',
      choice: 'listed',
      id: 'petersen',
      name: 'Ingenieurbüro Petersen',
    },
  });
  await calls[0]?.fail();
  expect(screen.getByRole('radio', { name: 'Ingenieurbüro Petersen' })).toBeChecked();
});

it('The postal code of another element is used until the visitor types one', async () => {
  const store = await show(
    [
      { id: 'home', type: 'input', label: 'Wohnort' },
      { ...element, postalCodeFrom: 'home' },
    ],
    { home: '20259' },
  );
  expect(postalCode()).toHaveValue('20259');
  expect(store.get('expert')).toBeUndefined();
  await userEvent.type(postalCode(), '{Backspace}7');
  await calls.at(-1)?.answer([petersen]);
  await userEvent.click(screen.getByRole('radio', { name: 'Bitte wählen Sie für mich aus' }));
  expect(store.get('expert')).toEqual({ postalCode: '20257', choice: 'any' });
  await userEvent.click(screen.getByRole('button', { name: 'Auswahl aufheben' }));
  expect(store.get('expert')).toBeUndefined();
  expect(postalCode()).toHaveValue('20259');
});

it('No error is shown while the focus moves between the parts', async () => {
  await show();
  await userEvent.type(postalCode(), '20259');
  await calls[0]?.answer([petersen]);
  await userEvent.tab();
  expect(
    screen.queryByText('Wählen Sie jemanden aus, oder überlassen Sie uns die Wahl.'),
  ).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(
    screen.getByRole('link', {
      name: 'Gutachter: Wählen Sie jemanden aus, oder überlassen Sie uns die Wahl.',
    }),
  ).toBeVisible();
});

it('A draft of another type counts as no answer', async () => {
  await show([{ ...element, required: true }], { expert: 'petersen' });
  expect(postalCode()).toHaveValue('');
  await send();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('A row uses the postal code of its own row', async () => {
  const code: FormElement = { id: 'code', type: 'input', label: 'PLZ', format: 'postalcode' };
  const picked: FormElement = { ...element, postalCodeFrom: 'code' };
  await show(
    [{ id: 'cars', type: 'group', label: 'Autos', min: 2, max: 2, formElements: [code, picked] }],
    { cars: [{ code: '20259' }, { code: '10115' }] },
  );
  // a row's view renders after the form's
  await waitFor(() => expect(calls.map((call) => call.postalCode)).toEqual(['20259', '10115']));
});

it('A hidden element’s postal code is ignored', async () => {
  const moved: FormElement = { id: 'moved', type: 'checkbox', label: 'Umgezogen' };
  await show(
    [
      moved,
      { id: 'code', type: 'input', label: 'PLZ', visibleWhen: { element: 'moved', equals: true } },
      { ...element, postalCodeFrom: 'code' },
    ],
    { code: '20259' },
  );
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Umgezogen' }));
  expect(calls.map((call) => call.postalCode)).toEqual(['20259']);
});

it('A pasted name that is too long is kept and rejected with a message', async () => {
  const store = await show([element], { expert: { postalCode: '20259', choice: 'own', name: '' } });
  await userEvent.click(ownName()!); // ! that choice shows the field
  await userEvent.paste('x'.repeat(expertLimits.maxNameLength + 1));
  await send();
  expect(store.get('expert')).toMatchObject({ name: 'x'.repeat(expertLimits.maxNameLength + 1) });
  expect(store.getError('expert')).toMatchObject({
    rule: 'maxLength',
    params: { limit: expertLimits.maxNameLength },
  });
});

it('The last name typed is restored, also one from another tab', async () => {
  const store = await show([element], {
    expert: { postalCode: '20259', choice: 'own', name: 'Kramer' },
  });
  await calls[0]?.answer([petersen]);
  act(() => store.set('expert', { postalCode: '20259', choice: 'own', name: 'Brandt, Altona' }));
  await userEvent.click(screen.getByLabelText(/Petersen/));
  await userEvent.click(screen.getByLabelText('Jemand anderes'));
  expect(ownName()).toHaveValue('Brandt, Altona');
});
