// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';
import { parseTime, formatTimeWords } from './format.ts';

describe('parseTime', () => {
  it.each([
    ['14:30', '14:30'],
    ['14.30', '14:30'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['9', '09:00'],
    ['14 Uhr', '14:00'],
    ['14.30 Uhr', '14:30'],
    ['7 Uhr 30', '07:30'],
    [' 7:05 ', '07:05'],
    ['2:30 pm', '14:30'],
    ['12 am', '00:00'],
    ['12 p.m.', '12:00'],
    ['24:00', undefined],
    ['14:60', undefined],
    ['13 pm', undefined],
    ['0 am', undefined],
    ['14:3', undefined],
    ['mittags', undefined],
    ['', undefined],
  ])('%s is %s', (text, time) => expect(parseTime(text)).toBe(time));

  it('A formatted time is parsed back in both languages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom('de' as const, 'en' as const),
        (hours, minutes, language) => {
          const time = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
          expect(parseTime(formatTimeWords(time, language))).toBe(time);
        },
      ),
    );
  });
});

describe('in the night of a clock change', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:00Z'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['America/New_York', '2026-03-08T06:59:00Z'],
  ])('A time is the local clock time: %s, %s', async (zone, now) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    expect(new Date(2026, 6, 1).getTimezoneOffset()).not.toBe(
      new Date(2026, 0, 1).getTimezoneOffset(),
    ); // the zone is in force
    const store = await showElement({ id: 'when', type: 'time', label: 'Wann?' });
    const field = screen.getByRole('textbox', { name: /Wann/ });
    for (const time of ['02:00', '02:30', '03:00']) {
      await userEvent.clear(field);
      await userEvent.type(field, time.replace(':', ''));
      await userEvent.tab();
      expect([
        store.get('when'),
        (field as HTMLInputElement).value,
        formatTimeWords(time, 'de'),
      ]).toEqual([time, time, `${time} Uhr`]);
    }
  });
});

it('Text is unchanged while typing, and formatted after blur', async () => {
  const store = await showElement({ id: 'when', type: 'time', label: 'Wann?' });
  const field = screen.getByRole('textbox', { name: /Wann/ });
  await userEvent.type(field, '1430');
  expect(field).toHaveValue('1430');
  await userEvent.tab();
  expect(field).toHaveValue('14:30');
  expect(store.get('when')).toBe('14:30');
});

it('Unreadable text is kept, with a hint about the notation', async () => {
  const store = await showElement({ id: 'when', type: 'time', label: 'Wann?' });
  const field = screen.getByRole('textbox', { name: /Wann/ });
  await userEvent.type(field, 'gegen Mittag');
  await userEvent.tab();
  expect(field).toHaveValue('gegen Mittag');
  expect(field).toHaveAccessibleDescription('Schreiben Sie die Uhrzeit so: 14:30.');
  expect(store.get('when')).toBe('gegen Mittag');
});
