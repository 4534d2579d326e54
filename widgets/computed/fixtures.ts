import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'greeting',
      type: 'computed',
      label: { de: 'Betreff', en: 'Subject' },
      formula: { text: 'Ihr Fall' },
      help: { de: 'Das schreiben wir auf den Brief.', en: 'This goes on the letter.' },
    },
    valid: ['Ihr Fall'],
    invalid: [],
  },
];
