// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { findNearestStep } from './step.ts';

describe('findNearestStep', () => {
  it.each([
    [0.3, { step: 0.1, from: 0, max: undefined }, 0.3],
    [0.31, { step: 0.1, from: 0, max: undefined }, 0.3],
    [7, { step: 5, from: 0, max: 8 }, 5],
    [9, { step: 5, from: 0, max: 12 }, 10],
    [12, { step: 5, from: 0, max: 12 }, 10],
    [-3, { step: 2, from: -5, max: undefined }, -3],
    [1e-7, { step: 1e-7, from: 0, max: undefined }, 1e-7],
  ])('%d with %j rounds to %d', (value, steps, near) =>
    expect(findNearestStep(value, steps)).toBe(near),
  );

  it('A multiple of the step is unchanged, however small the step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 6 }),
        (count, size, decimals) => {
          const value = Number(`${count * size}e-${decimals}`);
          expect(
            findNearestStep(value, {
              step: Number(`${size}e-${decimals}`),
              from: 0,
              max: undefined,
            }) === value,
          ).toBe(true);
        },
      ),
    );
  });
});

it.each([
  ['0,36', 'de', 'Möglich sind Schritte von 0,1, zum Beispiel 0,4.'],
  ['-1', 'de', 'Geben Sie mindestens 0 ein.'],
  ['2', 'de', 'Geben Sie höchstens 1 ein.'],
  ['viel', 'de', 'Geben Sie eine Zahl ein, zum Beispiel 1250,50.'],
  ['99999999999999999999', 'de', 'Die Zahl hat zu viele Stellen. Möglich sind höchstens 15.'],
  ['99999999999999999999', 'en', 'The number has too many digits. It can have at most 15.'],
  ['0.36', 'en', 'Use steps of 0.1, for example 0.4.'],
] as const)('The text %s in language %s shows the error: %s', async (text, language, message) => {
  await showElement(
    { id: 'share', type: 'number', label: 'Share', min: 0, max: 1, step: 0.1 },
    { language },
  );
  await userEvent.type(screen.getByRole('textbox'), text);
  await userEvent.tab();
  expect(screen.getByRole('textbox')).toHaveValue(text);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(message);
});

it.each([
  ['1250,5', 2, '1.250,50'],
  ['1250', 2, '1.250,00'],
  ['1250', 3, '1.250'],
  ['1250,555', 2, '1.250,555'],
  ['1250,5', undefined, '1.250,5'],
])('The number %s with %s decimals is shown as %s after blur', async (typed, decimals, shown) => {
  await showElement({
    id: 'sum',
    type: 'number',
    label: 'Summe',
    ...(decimals === undefined ? {} : { decimals }),
  });
  await userEvent.type(screen.getByRole('textbox'), typed);
  await userEvent.tab();
  expect(screen.getByRole('textbox')).toHaveValue(shown);
});

it.each([
  ['+5', '5'],
  ['€ 12,00', '12'],
  ['12 km', '12'],
  ['１２', '12'],
])('The number %s is read as %s', async (typed, shown) => {
  await showElement({ id: 'sum', type: 'number', label: 'Summe', unit: 'km' });
  await userEvent.type(screen.getByRole('textbox'), typed);
  await userEvent.tab();
  expect(screen.getByRole('textbox')).toHaveValue(shown);
});

it('The unit is part of the field’s accessible name', async () => {
  await showElement({ id: 'damage', type: 'number', label: 'Schaden', help: 'Etwa.', unit: '€' });
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Etwa. €');
});

it('After a change of language a number in its notation is accepted', async () => {
  const elements = [{ id: 'factor', type: 'number', label: 'Factor' }];
  const engine = createTestEngine(elements);
  const show = (language: 'de' | 'en') => (
    <TestForm elements={elements} engine={engine} language={language} />
  );
  const { rerender } = await act(async () => render(show('de')));
  await userEvent.type(await screen.findByRole('textbox'), '1.2345');
  await userEvent.tab();
  expect(engine.store.get('factor')).toBe('1.2345');
  await act(async () => rerender(show('en')));
  expect(engine.store.get('factor')).toBe(1.2345);
  expect(screen.getByRole('textbox')).toHaveValue('1.2345');
  expect(screen.getByRole('textbox')).toBeValid();
});
