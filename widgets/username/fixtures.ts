import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'username',
      type: 'username',
      label: { de: 'Benutzername', en: 'Username' },
      required: true,
    },
    valid: ['j.wieland', 'Jonas Wieland'],
    invalid: ['x'.repeat(101), 7],
    typed: 'j.wieland',
  },
  {
    element: {
      id: 'newname',
      type: 'username',
      label: { de: 'Ihr Benutzername', en: 'Your username' },
      isNew: true,
      required: true,
    },
    valid: ['j.wieland', 'jonas@example.com'],
    invalid: ['jw', 'jonas wieland', 'jon\u0430s'],
    typed: 'j.wieland',
  },
];
