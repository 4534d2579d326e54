import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'password',
      type: 'password',
      label: { de: 'Passwort', en: 'Password' },
      required: true,
    },
    valid: ['Fahrrad-im-Regen7', ' mit Leerzeichen '],
    invalid: ['x'.repeat(129), 12345678],
  },
];
