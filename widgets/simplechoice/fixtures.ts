import type { Fixture } from '../fixture.ts';

const lands = [
  'Bayern',
  'Berlin',
  'Bremen',
  'Hamburg',
  'Hessen',
  'Saarland',
  'Sachsen',
  'Thüringen',
];

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'injured',
      type: 'simplechoice',
      label: { de: 'Wurde jemand verletzt?', en: 'Was anyone hurt?' },
      required: true,
      options: [
        { value: 'no', label: { de: 'Nein', en: 'No' } },
        { value: 'yes', label: { de: 'Ja', en: 'Yes' }, help: 'Auch leichte Beschwerden zählen.' },
      ],
    },
    valid: ['yes', 'no'],
    invalid: ['maybe', true],
    prefilled: [
      ['yes', 'yes'],
      ['nein', 'no'],
      ['vielleicht', undefined],
    ],
  },
  {
    element: {
      id: 'land',
      type: 'simplechoice',
      label: 'Bundesland',
      options: lands.map((land) => ({ value: land, label: land })),
    },
    valid: ['Bremen'],
    invalid: ['Tirol'],
  },
];
