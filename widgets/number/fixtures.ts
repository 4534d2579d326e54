import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'sum',
      type: 'number',
      label: { de: 'Schaden', en: 'Damage' },
      min: 0,
      max: 10_000,
      decimals: 2,
      unit: { de: 'Euro', en: 'euros' },
    },
    valid: [6482.17, 0, 10_000],
    invalid: [-1, 10_001, 'viel', 1.234],
    typed: '6.482,17',
    prefilled: [
      ['6482.17', 6482.17],
      ['1.500', 1.5],
      ['6.482,17', 6482.17],
      ['viel', 'viel'],
    ],
  },
  {
    element: {
      id: 'share',
      type: 'number',
      label: { de: 'Ihr Anteil', en: 'Your share' },
      min: 0,
      max: 100,
      step: 5,
      unit: '%',
    },
    valid: [0, 35, 100],
    invalid: [36, 2.5, 105],
    typed: '35',
  },
];
