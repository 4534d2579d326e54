// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';

const optionsTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `Wahl ${index}` }));
const choice = (count: number) => ({
  id: 'which',
  type: 'simplechoice',
  label: 'Welche?',
  options: optionsTo(count),
});

it('Up to seven options are drawn as cards', async () => {
  await showElement(choice(7));
  expect(screen.getAllByRole('radio')).toHaveLength(7);
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('A missing choice asks to choose an answer', async () => {
  const store = await showElement({ ...choice(3), required: true });
  act(() => void store.validate());
  expect(screen.getByText('Wählen Sie eine Antwort.')).toBeVisible();
});

it('The help of the chosen option is shown below a select', async () => {
  await showElement({
    ...choice(8),
    options: [...optionsTo(7), { value: 'v7', label: 'Wahl 7', help: 'Die letzte von allen.' }],
  });
  expect(screen.queryByText('Die letzte von allen.')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Wahl 7');
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Die letzte von allen.');
});

it('More than seven options are a select with an empty option, named by the question', async () => {
  const store = await showElement(choice(8));
  expect(screen.queryAllByRole('radio')).toEqual([]);
  const list = screen.getByRole('combobox', { name: 'Welche?' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Bitte wählen',
    ...optionsTo(8).map(({ label }) => label),
  ]);
  await userEvent.selectOptions(list, 'Wahl 7');
  expect(store.get('which')).toBe('v7');
  await userEvent.selectOptions(list, 'Bitte wählen');
  expect(store.get('which')).toBeUndefined();
});
