import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'name',
      type: 'input',
      label: { de: 'Vorname', en: 'First name' },
      required: true,
      minLength: 2,
      maxLength: 40,
      autocomplete: 'given-name',
    },
    valid: ['Jonas', 'Žofie', 'Ai'],
    invalid: ['J', 'x'.repeat(41), 7],
    typed: 'Jonas',
    prefilled: [['Jonas', 'Jonas']],
  },
  {
    element: {
      id: 'mail',
      type: 'input',
      label: 'E-Mail',
      help: 'Für Rückfragen.',
      format: 'email',
    },
    valid: ['jonas@example.com'],
    invalid: ['jonas', 'jonas@'],
    typed: 'jonas@example.com',
  },
  {
    element: { id: 'zip', type: 'input', label: 'Postleitzahl', format: 'postalcode' },
    valid: ['20259'],
    invalid: ['2025', '202599', '2025a'],
    typed: '20259',
  },
];
