import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'what',
      type: 'textarea',
      label: { de: 'Was ist passiert?', en: 'What happened?' },
      help: 'In eigenen Worten.',
      maxLength: 60,
    },
    valid: ['Vorfahrt missachtet.\nIch bremste.', '💥'.repeat(60)],
    invalid: ['x'.repeat(61), ['x']],
    typed: 'Vorfahrt missachtet, ich bremste und kam zum Stehen.',
    prefilled: [['Vorfahrt', 'Vorfahrt']],
  },
];
