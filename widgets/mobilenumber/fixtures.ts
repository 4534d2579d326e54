import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'mobile',
      type: 'mobilenumber',
      label: { de: 'Handynummer', en: 'Mobile number' },
      help: {
        de: 'Für die PIN, mit der Sie den Stand abrufen.',
        en: 'For the PIN that shows you where things stand.',
      },
      required: true,
      prefill: 'm_handy',
    },
    valid: ['+4917604069123', '+43664123456', '+491234'],
    invalid: ['0176 04069123', '+49', '+491', '+49110', '+4917604069123456789', 'keine', 49176],
    typed: '+49 176 0406 9123',
    prefilled: [
      ['0176 04069123', '+4917604069123'],
      ['keine', 'keine'],
    ],
  },
];
