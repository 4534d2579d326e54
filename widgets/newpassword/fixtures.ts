import type { Fixture } from '../fixture.ts';

const twice = (password: string) => ({ password, repeated: password });

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'newpassword',
      type: 'newpassword',
      label: { de: 'Neues Passwort', en: 'New password' },
      repeatLabel: { de: 'Neues Passwort wiederholen', en: 'Repeat new password' },
      required: true,
    },
    valid: [twice('Fahrrad-im-Regen7'), twice('Möwe über Altona')],
    invalid: [
      twice('Kurz-1'),
      twice('nurkleinbuchstaben'),
      twice('Passwort1!'),
      { password: 'Fahrrad-im-Regen7', repeated: 'Fahrrad-im' },
      { password: 'Fahrrad-im-Regen7', repeated: '' },
      twice(`Aa1-${'xy'.repeat(70)}`),
    ],
  },
];
