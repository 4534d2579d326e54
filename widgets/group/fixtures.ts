import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'witnesses',
      type: 'group',
      label: { de: 'Zeugen', en: 'Witnesses' },
      min: 0,
      max: 2,
      required: true,
      rowLabel: { de: 'Zeuge', en: 'Witness' },
      addLabel: { de: 'Zeugen hinzufügen', en: 'Add a witness' },
      formElements: [
        {
          id: 'witnessName',
          type: 'input',
          label: { de: 'Name des Zeugen', en: 'Name of the witness' },
          maxLength: 80,
        },
        {
          id: 'witnessKnows',
          type: 'textarea',
          label: { de: 'Was hat der Zeuge gesehen?', en: 'What did the witness see?' },
          width: 'half',
        },
      ],
    },
    valid: [
      [{ witnessName: 'Anna Brandt' }],
      [{ witnessName: 'Anna Brandt', witnessKnows: 'Alles' }, {}],
    ],
    invalid: ['Anna', [{}, {}, {}], [{ stranger: 1 }]],
  },
];
