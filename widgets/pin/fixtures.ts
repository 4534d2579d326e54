import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: { id: 'pin', type: 'pin', label: { de: 'Ihre PIN', en: 'Your PIN' }, required: true },
    valid: ['407218'],
    invalid: ['4072', 'abcdef', 407218],
    typed: '407218',
  },
];
