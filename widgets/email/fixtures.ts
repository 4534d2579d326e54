import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'email',
      type: 'email',
      label: { de: 'E-Mail-Adresse', en: 'E-mail address' },
      required: true,
    },
    valid: ['jonas@example.com', 'žofie@müller.de'],
    invalid: ['jonas', 'jonas@', `${'x'.repeat(255)}@example.com`],
    typed: 'jonas@example.com',
  },
];
