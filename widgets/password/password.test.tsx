// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';

const element = { id: 'password', type: 'password', label: 'Passwort' };

it('A password is hidden until the visitor shows it, and can be hidden again', async () => {
  await showElement(element);
  const field = screen.getByLabelText('Passwort', { exact: false, selector: 'input' });
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Passwort verbergen' }));
  expect(field).toHaveAttribute('type', 'password');
});

it('A pasted or autofilled password is unchanged, spaces included', async () => {
  const store = await showElement(element);
  const field = screen.getByLabelText('Passwort', { exact: false, selector: 'input' });
  expect(field).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.click(field);
  await userEvent.paste(' Fahrrad im Regen7 ');
  await userEvent.tab();
  expect(store.get('password')).toBe(' Fahrrad im Regen7 ');
});
