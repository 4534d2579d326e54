// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';

const element: FormElement = { id: 'pin', type: 'pin', label: 'Ihre PIN', required: true };

async function show() {
  const onSubmit = vi.fn();
  const form: { current: AssistantFormHandle | null } = { current: null };
  const engine = createTestEngine([element]);
  await act(
    async () =>
      void render(<TestForm elements={[element]} engine={engine} onSubmit={onSubmit} ref={form} />),
  );
  return {
    onSubmit,
    form,
    store: engine.store,
    field: await screen.findByLabelText(/Ihre PIN/),
    user: userEvent.setup(),
  };
}

it('The form is submitted with the last digit, once', async () => {
  const { field, user, onSubmit } = await show();
  await user.type(field, '40721');
  expect(onSubmit).not.toHaveBeenCalled();
  await user.type(field, '8');
  expect(onSubmit.mock.calls).toEqual([[{ pin: '407218' }]]);
});

const pasted = ['407218', '407 218', ' 407-218\n', '４０７２１８', '40\u200B7218'];
it.each(pasted)('Pasting %j replaces the digits', async (text) => {
  const { field, user, onSubmit } = await show();
  await user.type(field, '12');
  await user.paste(text);
  expect(onSubmit.mock.calls).toEqual([[{ pin: '407218' }]]);
});

it('Only digits are accepted, and the last one can be deleted', async () => {
  const { field, user, store } = await show();
  await user.type(field, '4a0 7{Backspace}');
  expect(store.get('pin')).toBe('40');
});

it('One field accepts the one-time code of a message', async () => {
  const { field } = await show();
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
});

it('A rejected PIN is cleared, and its error stays until the visitor types', async () => {
  const { field, user, form, store } = await show();
  await user.type(field, '407218');
  await act(async () =>
    form.current?.showErrors([
      { address: 'pin', pointer: '/pin', rule: 'refused', text: 'Die PIN ist falsch.' },
    ]),
  );
  expect(field).toHaveValue('');
  expect(store.get('pin')).toBeUndefined();
  expect(field).toHaveAccessibleDescription('Die PIN ist falsch.');
  await user.type(field, '1');
  expect(field).toHaveAccessibleDescription('Geben Sie alle sechs Ziffern ein.');
});
