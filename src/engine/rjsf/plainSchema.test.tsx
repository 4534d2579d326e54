// @vitest-environment jsdom
import type { RJSFSchema } from '@rjsf/utils';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { allFixtures } from '#src/engine/testing/fixtures.ts';
import { ThemedRjsfForm } from '#src/engine/testing/StockRjsfForm.tsx';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { wholeFormValidator } from './wholeFormValidator.ts';

// A view that loads during the test would suspend outside of `act`.
await loadViews(
  allFixtures.map(({ element }) => element),
  registry,
);

/** Draws a schema that is not ours in German. Returns what the form submitted. */
function draw(properties: Record<string, RJSFSchema>, required: string[] = []) {
  const schema: RJSFSchema = { type: 'object', required, properties };
  const onSubmit = vi.fn<(formData: unknown) => void>();
  render(
    <TestIntl>
      <ThemedRjsfForm schema={schema} validator={wholeFormValidator(schema)} onSubmit={onSubmit} />
    </TestIntl>,
  );
  return onSubmit;
}

const send = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Angaben absenden' }));

const pay: RJSFSchema = {
  title: 'Zahlung',
  type: 'object',
  oneOf: [
    {
      title: 'Rechnung',
      properties: { kind: { const: 'invoice' }, vat: { type: 'string', title: 'USt-IdNr.' } },
      required: ['kind', 'vat'],
    },
    {
      title: 'Lastschrift',
      properties: { kind: { const: 'debit' }, iban: { type: 'string', title: 'IBAN' } },
      required: ['kind', 'iban'],
    },
  ],
};

it('A constant of a schema is not drawn and is submitted with the chosen schema', async () => {
  const onSubmit = draw({ version: { const: 2, title: 'Version' }, pay }, ['version', 'pay']);
  await userEvent.type(await screen.findByLabelText(/^USt-IdNr/), 'DE123456789');
  expect(screen.queryByLabelText(/^kind|^Version/)).toBeNull();
  await send();
  expect(onSubmit).toHaveBeenLastCalledWith({
    version: 2,
    pay: { kind: 'invoice', vat: 'DE123456789' },
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Lastschrift' }));
  await userEvent.type(await screen.findByLabelText(/^IBAN/), 'DE02120300000000202051');
  await send();
  expect(onSubmit).toHaveBeenLastCalledWith({
    version: 2,
    pay: { kind: 'debit', iban: 'DE02120300000000202051' },
  });
});

it('A boolean constant stays a checkbox, because it asks for consent', async () => {
  draw({ consent: { type: 'boolean', const: true, title: 'Ich stimme zu' } });
  expect(await screen.findByRole('checkbox', { name: /^Ich stimme zu/ })).toBeVisible();
});

it.each([
  ['required', ['pay'], '(Pflichtangabe)'],
  ['optional', [], '(freiwillig)'],
])('A choice of schemas is marked as %s like a field', async (_, required, mark) => {
  draw({ pay }, required);
  const choice = await screen.findByRole('group', { name: /^Zahlung.*/ });
  expect(choice.querySelector('legend')?.textContent).toContain(mark);
});

const items: RJSFSchema = {
  title: 'Artikel',
  type: 'array',
  minItems: 2,
  items: { type: 'object', properties: { name: { type: 'string', title: 'Bezeichnung' } } },
};

it('An item of a list has one heading, whether it is an object or a text', async () => {
  draw({ items, tags: { title: 'Stichwort', type: 'array', items: { type: 'string' } } });
  const [addItem, addTag] = await screen.findAllByRole('button', { name: 'Eintrag hinzufügen' });
  await userEvent.click(addItem!);
  await userEvent.click(addTag!);
  const item = await screen.findByRole('group', { name: 'Artikel 1' });
  expect(within(item).getAllByText(/Artikel/)).toHaveLength(1);
  const tag = screen.getByRole('group', { name: 'Stichwort 1' });
  expect(await within(tag).findByLabelText(/^Stichwort 1\*$/)).toBeVisible();
  expect(within(tag).getAllByText(/Stichwort/)).toHaveLength(1);
});

it('The button of an empty list adds an entry; later it adds another one', async () => {
  draw({ items });
  await userEvent.click(await screen.findByRole('button', { name: 'Eintrag hinzufügen' }));
  expect(await screen.findByRole('button', { name: 'Weiteren Eintrag hinzufügen' })).toBeVisible();
});

it('Errors of a plain schema are sentences in the language of the form', async () => {
  draw(
    {
      items,
      name: { type: 'string', title: 'Name', minLength: 2 },
      city: { title: 'Ort', type: 'string' },
    },
    ['items', 'name', 'city'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Eintrag hinzufügen' }));
  await userEvent.type(await screen.findByLabelText(/^Name/), 'J');
  await send();
  expect(screen.getAllByText('Nötig sind mindestens 2 Einträge.').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Schreiben Sie mindestens 2 Zeichen.').length).toBeGreaterThan(0);
  expect(screen.getAllByText('„Ort“ fehlt noch.').length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/must|Validation/);
});
