import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: { id: 'clock', type: 'time', label: { de: 'Uhrzeit', en: 'Time' } },
    valid: ['07:45', '00:00', '23:59'],
    invalid: ['24:00', '7:45', '07:45:00', 745],
    typed: '14:30',
    prefilled: [
      ['07:45', '07:45'],
      ['7.45 Uhr', '07:45'],
      ['früh', 'früh'],
      ['14 Uhr 30', '14:30'],
    ],
  },
  {
    element: {
      id: 'callback',
      type: 'time',
      label: { de: 'Rückruf ab', en: 'Call back from' },
      min: '09:00',
      max: '17:00',
    },
    valid: ['09:00', '17:00'],
    invalid: ['08:59', '17:01'],
    typed: '14:30',
  },
];
