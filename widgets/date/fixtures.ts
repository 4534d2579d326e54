import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'day',
      type: 'date',
      label: { de: 'Unfalltag', en: 'Day of the accident' },
      required: true,
      min: '2020-01-01',
      max: 'today',
    },
    valid: ['2020-01-01', '2026-11-20'],
    invalid: ['2019-12-31', '2026-11-21', '2026-02-30', '20.11.2026'],
    typed: '20.11.2026',
    prefilled: [
      ['2026-11-20', '2026-11-20'],
      ['20.11.26', '2026-11-20'],
      ['gestern', 'gestern'],
    ],
  },
  {
    element: {
      id: 'birthday',
      type: 'date',
      label: { de: 'Geburtsdatum', en: 'Date of birth' },
      autocomplete: 'bday',
      min: '1900-01-01',
      max: 'today-18y',
    },
    valid: ['2008-11-20', '1985-04-03'],
    invalid: ['2008-11-21', '1899-12-31'],
    typed: '03.04.1985',
  },
  {
    element: {
      id: 'visit',
      type: 'date',
      label: { de: 'Besichtigung ab', en: 'Inspection from' },
      min: '+2d',
      max: 'today+3m',
    },
    valid: ['2026-11-22', '2027-02-20'],
    invalid: ['2026-11-21', '2027-02-21'],
    typed: '01.12.2026',
  },
];
