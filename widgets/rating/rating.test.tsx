// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { showElement } from '#src/engine/testing/showElement.tsx';

const element: FormElement = { id: 'mood', type: 'rating', label: 'Wie war es?' };

it('A face is chosen by keyboard alone and named by its word', async () => {
  const store = await showElement(element);
  await userEvent.tab();
  await userEvent.keyboard(' {ArrowRight}{ArrowRight}');
  expect(store.get('mood')).toBe('negativ');
  expect(screen.getByRole('radio', { name: 'Schwierig' })).toBeChecked();
});

it('An optional rating can be cleared, and the focus stays with the question', async () => {
  const store = await showElement(element);
  await userEvent.click(screen.getByRole('radio', { name: 'Gut' }));
  await userEvent.click(screen.getByRole('button', { name: 'Auswahl aufheben' }));
  expect(store.get('mood')).toBeUndefined();
  expect(screen.getByRole('radio', { name: 'Gut' })).toHaveFocus();
});

it('A required rating says so and cannot be cleared', async () => {
  await showElement({ ...element, required: true });
  await userEvent.click(screen.getByRole('radio', { name: 'Gut' }));
  expect(screen.getByRole('group', { name: /Pflichtangabe/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Auswahl aufheben' })).toBeNull();
});
