import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'language',
      type: 'language',
      label: { de: 'Sprache', en: 'Language' },
      help: {
        de: 'Die Änderung gilt sofort und nur auf diesem Gerät.',
        en: 'The change applies at once, and only on this device.',
      },
    },
    valid: ['de', 'en'],
    invalid: ['fr', 1],
  },
];
