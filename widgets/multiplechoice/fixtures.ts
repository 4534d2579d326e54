import type { Fixture } from '../fixture.ts';

const parts = [
  { value: 'bumper', label: { de: 'Stoßstange', en: 'Bumper' } },
  { value: 'door', label: { de: 'Kotflügel oder Tür', en: 'Wing or door' } },
  { value: 'lights', label: { de: 'Scheinwerfer', en: 'Headlights' } },
  { value: 'things', label: { de: 'Gegenstände im Auto', en: 'Things in the car' } },
];

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'damage',
      type: 'multiplechoice',
      label: { de: 'Was ist beschädigt?', en: 'What is damaged?' },
      help: { de: 'Sie können mehreres auswählen.', en: 'You can choose more than one.' },
      required: true,
      options: parts,
    },
    valid: [['bumper'], ['bumper', 'things']],
    invalid: [['wheel'], ['door', 'door'], 'door', []],
    prefilled: [
      ['lights,bumper', ['bumper', 'lights']],
      ['Stoßstange, Rad', ['bumper']],
      ['Rad', undefined],
    ],
  },
  {
    element: {
      id: 'reachable',
      type: 'multiplechoice',
      label: { de: 'Wann erreichen wir Sie?', en: 'When can we reach you?' },
      min: 2,
      max: 3,
      options: [
        { value: 'morning', label: { de: 'Morgens', en: 'In the morning' } },
        { value: 'noon', label: { de: 'Mittags', en: 'At noon' } },
        { value: 'afternoon', label: { de: 'Nachmittags', en: 'In the afternoon' } },
        { value: 'evening', label: { de: 'Abends', en: 'In the evening' } },
      ],
    },
    valid: [
      ['morning', 'noon'],
      ['morning', 'noon', 'evening'],
    ],
    invalid: [['noon'], ['morning', 'noon', 'afternoon', 'evening']],
  },
];
