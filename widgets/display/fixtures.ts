import type { Fixture } from '../fixture.ts';

const text = {
  de: '**Geben Sie keine Schuld zu.** Mehr dazu [hier](https://aydin-kollegen.example/merkblatt).',
  en: '**Do not admit any fault.** More [here](https://aydin-kollegen.example/leaflet).',
};

export const fixtures: Fixture[] = [
  { element: { id: 'plain', type: 'display', text }, valid: [], invalid: [] },
  {
    element: {
      id: 'titled',
      type: 'display',
      label: { de: 'Wichtig', en: 'Important' },
      text,
      help: { de: 'Stand: November', en: 'As of November' },
      tone: 'warning',
    },
    valid: [],
    invalid: [],
  },
  { element: { id: 'accent', type: 'display', text, tone: 'accent' }, valid: [], invalid: [] },
];
