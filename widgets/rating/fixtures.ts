import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'filling',
      type: 'rating',
      label: { de: 'Wie war das Ausfüllen?', en: 'How was filling this in?' },
    },
    valid: ['positiv', 'neutral', 'negativ'],
    invalid: ['gut', 1],
    prefilled: [
      ['Neutral', 'neutral'],
      ['gut', undefined],
    ],
  },
];
