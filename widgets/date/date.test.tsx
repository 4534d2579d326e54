// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formatDayInWords } from '#schemas/platform/dates.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import { showElement } from '#src/engine/testing/showElement.tsx';
import { date } from './element.ts';
import { formatDay, parseDay } from './format.ts';

describe('parseDay', () => {
  it.each([
    ['24.12.2026', '2026-12-24'],
    ['1.2.26', '2026-02-01'],
    ['01/02/2026', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['24122026', '2026-12-24'],
    [' 24. 12. 2026 ', '2026-12-24'],
    ['3.4.85', '1985-04-03'],
    ['2026-12-24', '2026-12-24'],
    ['24,12,2026', '2026-12-24'],
    ['24. Dezember 2026', '2026-12-24'],
    ['1 Mar 26', '2026-03-01'],
    ['3. März 2026', '2026-03-03'],
    ['24. Brumaire 2026', undefined],
    ['12/24/2026', undefined],
    ['31.2.2026', undefined],
    ['gestern', undefined],
    ['24.12.', undefined],
    ['', undefined],
    ['31.12.36', '2036-12-31'],
    ['1.1.37', '1937-01-01'],
    ['29.2.1900', undefined],
  ])('%s is %s', (text, day) => expect(parseDay(text, {}, '2026-11-20')).toBe(day));
});

describe('A year of two digits', () => {
  it.each([
    ['12.03.45', { max: 'today' }, '1945-03-12'],
    ['20.11.26', { max: 'today' }, '2026-11-20'],
    ['21.11.26', { max: 'today' }, '1926-11-21'],
    ['1.1.08', { max: 'today-18y' }, '2008-01-01'],
    ['1.1.09', { max: 'today-18y' }, '1909-01-01'],
    ['1.1.99', { max: '1999-12-31' }, '1999-01-01'],
    ['1.1.30', { max: '2090-12-31' }, '2030-01-01'],
    ['1.1.45', { max: '2090-12-31' }, '2045-01-01'],
    ['31.12.76', { max: '2090-12-31' }, '2076-12-31'],
    ['1.1.77', { max: '9999-12-31' }, '1977-01-01'],
    ['1.1.46', { max: 'today+20y' }, '2046-01-01'],
    ['1.1.47', { max: 'today+20y' }, '1947-01-01'],
    ['5. Dez 26', { autocomplete: 'bday' }, '1926-12-05'],
    ['5. Dez 10', { autocomplete: 'bday', max: 'today-18y' }, '1910-12-05'],
    ['21.11.2027', { max: 'today' }, '2027-11-21'],
  ] as const)('%s with %j is %s', (text, config, day) =>
    expect(parseDay(text, config, '2026-11-20')).toBe(day),
  );

  it('The field, a prefill and a form without scripts read the same year', async () => {
    const element = { id: 'day', type: 'date', label: 'Tag', max: 'today' } as const;
    const store = await showElement(element);
    await userEvent.type(screen.getByRole('textbox'), '12.03.45');
    await userEvent.tab();
    expect(screen.getByRole('textbox')).toHaveValue('12.03.1945');
    expect(store.get('day')).toBe('1945-03-12');
    expect(date.parseText?.('12.03.45', element, { today: '2026-11-20' })).toBe('1945-03-12');
  });
});

it.each([
  ['31.02.2026', 'Diesen Tag gibt es nicht. Prüfen Sie Tag und Monat.'],
  ['29.2.26', 'Diesen Tag gibt es nicht. Prüfen Sie Tag und Monat.'],
  ['12/24/2026', 'Schreiben Sie das Datum so: 24.12.2026.'],
])('The text %s is rejected and kept as typed: %s', async (text, sentence) => {
  await showElement({ id: 'day', type: 'date', label: 'Tag' });
  await userEvent.type(screen.getByRole('textbox'), text);
  await userEvent.tab();
  expect(screen.getByRole('textbox')).toHaveValue(text);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(sentence);
});

it('A day is formatted in the language’s notation', () => {
  expect([formatDay('2026-12-24', 'de'), formatDay('2026-12-24', 'en')]).toEqual([
    '24.12.2026',
    '24/12/2026',
  ]);
});

it('A formatted day is parsed back, as in a field and as in a sentence', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((instant) => instant.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.constantFrom('de' as const, 'en' as const), (iso, language) => {
      expect(
        [formatDay(iso, language), formatDayInWords(iso, language)].map((text) =>
          parseDay(text, {}, '2026-11-20'),
        ),
      ).toEqual([iso, iso]);
    }),
  );
});

const check = (value: string, settings: object) =>
  date.check?.(
    value,
    { id: 'day', type: 'date', ...settings },
    { today: '2026-11-20', revision: 1 },
  );

describe('bounds of a day', () => {
  it.each([
    ['2008-11-20', { max: 'today-18y' }, undefined],
    ['2008-11-21', { max: 'today-18y' }, { rule: 'tooLate', params: { date: '2008-11-20' } }],
    ['2026-12-04', { min: '+14d' }, undefined],
    ['2026-12-03', { min: '+14d' }, { rule: 'tooEarly', params: { date: '2026-12-04' } }],
    ['2026-11-21', { max: 'today' }, { rule: 'future' }],
    ['2026-11-19', { min: '+0d' }, { rule: 'past' }],
    ['2026-11-21', { autocomplete: 'bday' }, { rule: 'future' }],
    ['2026-11-21', { autocomplete: 'bday', max: '+1y' }, { rule: 'future' }],
    ['2026-11-20', { autocomplete: 'bday' }, undefined],
  ])('The day %s is checked against %j', (value, settings, problem) =>
    expect(check(value, settings)).toEqual(problem),
  );

  it.each([
    [{ min: 'today', max: '-1d' }, 'minAboveMax'],
    [{ min: '2026-02-01', max: '2026-01-31' }, 'minAboveMax'],
    [{ max: '2026-02-30' }, 'noSuchDay'],
  ])('Lint finds bounds that no day meets: %j', (settings, rule) =>
    expect(
      date.lint?.({ id: 'day', type: 'date', ...settings }).map((found) => found.rule),
    ).toEqual([rule]),
  );

  it('Bounds are formatted as days in the error', async () => {
    const element: FormElement = { id: 'day', type: 'date', label: 'Geburtstag', max: 'today-18y' };
    await showElement(element);
    await userEvent.type(screen.getByRole('textbox'), '1.1.2020');
    await userEvent.tab();
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription(
      'Das Datum ist zu spät. Möglich ist es bis zum 20.11.2008.',
    );
  });
});

it('The browser’s calendar has the bounds, and its day is stored and announced', async () => {
  const showPicker = vi.fn(function (this: HTMLInputElement) {
    return [this.min, this.max];
  });
  Object.assign(HTMLInputElement.prototype, { showPicker });
  const store = await showElement({
    id: 'day',
    type: 'date',
    label: 'Tag',
    min: '2020-01-01',
    max: '2030-01-01',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Kalender öffnen: Tag' }));
  expect(showPicker).toHaveReturnedWith(['2020-01-01', '2030-01-01']);
  const picker = document.querySelector('input[type=date]') as HTMLInputElement;
  fireEvent.change(picker, { target: { value: '2026-12-24' } });
  expect(store.get('day')).toBe('2026-12-24');
  expect(screen.getByRole('textbox')).toHaveValue('24.12.2026');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    '24.12.2026',
  );
});

it('The birthday of the browser’s autofill is stored', async () => {
  const store = await showElement({
    id: 'day',
    type: 'date',
    label: 'Geburtstag',
    autocomplete: 'bday',
  });
  expect(screen.getByRole('textbox')).toHaveAttribute('autocomplete', 'bday');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '1985-04-03' } });
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.tab();
  expect(store.get('day')).toBe('1985-04-03');
  expect(screen.getByRole('textbox')).toHaveValue('03.04.1985');
});
