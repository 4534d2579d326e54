import { provide } from '#src/engine/react/services/services.ts';
import type { Fixture } from '../fixture.ts';
import { listInsurances } from './service.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'legalInsurance',
      type: 'rechtsschutzformular',
      label: { de: 'Rechtsschutzversicherung', en: 'Legal insurance' },
      help: 'Wir holen die Deckungszusage für Sie ein.',
    },
    valid: [
      {
        foreignId: 'RS1',
        name: 'Hanseatische Rechtsschutz AG',
        policyNumber: 'H-204.117',
        claimNumber: '2026/88',
      },
      { name: 'Versicherung meiner Firma' },
    ],
    invalid: [
      { name: '', policyNumber: 'H-204.117' },
      { name: ' ', policyNumber: 'H-204.117' },
      { name: 'x'.repeat(201) },
      'Hanseatische',
    ],
  },
];

const names = [
  'Alster Assekuranz Rechtsschutz',
  'Hanseatische Rechtsschutz AG',
  'Hanseatische Rechtsschutzunion',
  'Möwe Direkt Rechtsschutz',
];

export const services = [
  provide(listInsurances, async () =>
    names.map((name, index) => ({ foreignId: `RS${index}`, name })),
  ),
];
