import { provide } from '#src/engine/react/services/services.ts';
import type { Fixture } from '../fixture.ts';
import { findExperts } from './service.ts';

const element = {
  id: 'expert',
  type: 'gutachterchoice',
  label: { de: 'Gutachter in Ihrer Nähe', en: 'Experts near you' },
  help: 'Der Weg und die Besichtigung sind für Sie kostenlos.',
};

export const fixtures: Fixture[] = [
  {
    element,
    valid: [
      { postalCode: '20259', choice: 'listed', id: 'petersen', name: 'Ingenieurbüro Petersen' },
      { postalCode: '20259', choice: 'own', name: 'Werkstatt Krause, Wedel' },
      { postalCode: '20259', choice: 'any' },
    ],
    invalid: [
      { postalCode: '2025' },
      { postalCode: '20259' },
      { postalCode: '20259', choice: 'own', name: ' ' },
      { postalCode: '20259', choice: 'listed', name: 'ohne Nummer' },
      'petersen',
    ],
  },
];

const experts = [
  { id: 'petersen', name: 'Ingenieurbüro Petersen', place: 'Hamburg-Eimsbüttel' },
  { id: 'altona', name: 'Kfz-Prüfstelle Altona GmbH', place: 'Hamburg-Altona' },
];

export const services = [provide(findExperts, async () => experts)];
