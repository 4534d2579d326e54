// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { showElement } from '#src/engine/testing/showElement.tsx';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const element: FormElement = {
  id: 'parts',
  type: 'multiplechoice',
  label: 'Teile',
  min: 2,
  options,
};

it('Chosen values are stored in option order, and no choice is no answer', async () => {
  const store = await showElement(element);
  for (const name of ['C', 'A']) await userEvent.click(screen.getByRole('checkbox', { name }));
  expect(store.get('parts')).toEqual(['a', 'c']);
  for (const name of ['C', 'A']) await userEvent.click(screen.getByRole('checkbox', { name }));
  expect(store.get('parts')).toBeUndefined();
});

it('An error is shown when the group is left, not between its boxes', async () => {
  await showElement(element);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await userEvent.tab();
  expect(screen.getByRole('checkbox', { name: 'A' })).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole('checkbox', { name: 'A' })).toHaveAttribute('aria-invalid', 'true');
});

it('A removed option is dropped with the next choice', async () => {
  const store = await showElement(element, { value: ['gone', 'a'] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'B' }));
  expect(store.get('parts')).toEqual(['a', 'b']);
});
