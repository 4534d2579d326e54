import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: { id: 'headline', type: 'headline', label: { de: 'Der Unfall', en: 'The accident' } },
    valid: [],
    invalid: [],
  },
];
