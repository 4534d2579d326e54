// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { showElement } from '#src/engine/testing/showElement.tsx';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const element: FormElement = {
  id: 'parts',
  type: 'multiplechoice',
  label: 'Teile',
  min: 2,
  options,
};

it('lists what is chosen in the order it is offered, and is no answer again when nothing is left', async () => {
  const store = await showElement(element);
  for (const name of ['C', 'A']) await userEvent.click(screen.getByRole('checkbox', { name }));
  expect(store.get('parts')).toEqual(['a', 'c']);
  for (const name of ['C', 'A']) await userEvent.click(screen.getByRole('checkbox', { name }));
  expect(store.get('parts')).toBeUndefined();
});

it('says what is missing when the group is left, not on the way from one box to the next', async () => {
  await showElement(element);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await userEvent.tab();
  expect(screen.getByRole('checkbox', { name: 'A' })).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole('checkbox', { name: 'A' })).toHaveAttribute('aria-invalid', 'true');
});

it('drops what is no longer offered as soon as something is chosen', async () => {
  const store = await showElement(element, { value: ['gone', 'a'] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'B' }));
  expect(store.get('parts')).toEqual(['a', 'b']);
});
