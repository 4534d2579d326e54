// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberPattern, parseNumber } from '#schemas/platform/phoneNumber.ts';
import { showElement } from '#src/engine/testing/showElement.tsx';
import { formatNumber } from './format.ts';

describe('parseNumber', () => {
  it.each([
    ['0176 04069123', '+4917604069123'],
    ['0176/040 69 123', '+4917604069123'],
    ['(0176) 0406-9123', '+4917604069123'],
    ['17604069123', '+4917604069123'],
    ['+49 176 04069123', '+4917604069123'],
    ['+49 (0)176 04069123', '+4917604069123'],
    ['+49 0176 04069123', '+4917604069123'],
    ['0049 176 04069123', '+4917604069123'],
    [' 49 176 04069123', '+4917604069123'],
    ['4917612345678', '+4917612345678'],
    ['49 30 12345678', '+493012345678'],
    ['49 4921 12345678', '+49492112345678'],
    ['4921 123456', '+494921123456'],
    ['tel:+4917604069123', '+4917604069123'],
    ['Tel: 0176 04069123', '+4917604069123'],
    ['tel:', undefined],
    ['040 66969412', '+494066969412'],
    ['+43 664 123456', '+43664123456'],
    ['+1 212 555 0100', '+12125550100'],
    ['0', undefined],
    ['1', undefined],
    ['12', undefined],
    ['110', undefined],
    ['1234', '+491234'],
    ['+4', undefined],
    ['0176 MARIE', undefined],
    ['+49 176 04069123 0000 00', undefined],
    ['', undefined],
    ['+', undefined],
    ['1+2', undefined],
  ])('%s is %s', (text, number) => expect(parseNumber(text)).toBe(number));
});

it('A number is formatted in groups', () => {
  expect(
    [
      '+4917604069123',
      '+494066969412',
      '+49891234567',
      '+43664123456',
      '+12125550100',
      '+3530123456',
      '+491234',
    ].map(formatNumber),
  ).toEqual([
    '+49 176 0406 9123',
    '+49 40 6696 9412',
    '+49 89 123 4567',
    '+43 664 123 456',
    '+1 212 555 0100',
    '+353 012 3456',
    '+49 123 4',
  ]);
});

it('Every formatted number is parsed back', () => {
  const number = fc
    .stringMatching(new RegExp(numberPattern))
    .filter((text) => !text.startsWith('+490')); // a German number never starts with a zero
  fc.assert(
    fc.property(number, (value) => {
      expect(parseNumber(formatNumber(value))).toBe(value);
    }),
  );
});

it('A number in German notation is grouped, and stored in international notation', async () => {
  const store = await showElement({ id: 'mobile', type: 'mobilenumber', label: 'Handynummer' });
  const field = screen.getByRole('textbox', { name: /Handynummer/ });
  await userEvent.click(field);
  await userEvent.paste('0176/040 69 123');
  expect(field).toHaveValue('0176/040 69 123');
  await userEvent.tab();
  expect(field).toHaveValue('+49 176 0406 9123');
  expect(store.get('mobile')).toBe('+4917604069123');
});

it.each([
  [{}, 'tel'],
  [{ autocomplete: 'off' }, 'off'],
  [{ prefill: 'ph' as const }, 'tel'],
])('An element with %j has the autocomplete token %s', async (settings, purpose) => {
  await showElement({ id: 'mobile', type: 'mobilenumber', label: 'Handynummer', ...settings });
  expect(screen.getByRole('textbox')).toHaveAttribute('autocomplete', purpose);
});

it.each(['1', '12', '110'])('A number of fewer than four digits is refused: %s', async (typed) => {
  await showElement({ id: 'mobile', type: 'mobilenumber', label: 'Handynummer' });
  const field = screen.getByRole('textbox', { name: /Handynummer/ });
  await userEvent.type(field, typed);
  await userEvent.tab();
  expect(field).toHaveValue(typed);
  expect(field).toHaveAttribute('aria-invalid', 'true');
});
