import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'truth',
      type: 'checkbox',
      label: {
        de: 'Ich habe alles nach bestem Wissen beantwortet',
        en: 'I have answered everything to the best of my knowledge',
      },
      required: true,
    },
    valid: [true],
    invalid: ['true', 1],
    prefilled: [
      ['true', true],
      ['Ja', true],
      ['0', undefined],
    ],
  },
];
