import type { Expert } from '#schemas/forms/experts.ts';

/**
 * Experts of the demo's law firm: many around Hamburg, one for the north and middle of Germany,
 * none in the south.
 */
export const demoExperts: readonly Expert[] = [
  {
    expertId: 'petersen',
    name: 'Ingenieurbüro Petersen',
    place: 'Hamburg-Eimsbüttel',
    areas: ['20253', '20255', '20257', '20259', '2014'],
  },
  {
    expertId: 'altona',
    name: 'Kfz-Prüfstelle Altona GmbH',
    place: 'Hamburg-Altona',
    areas: ['225', '227', '2025'],
  },
  {
    expertId: 'yildiz',
    name: 'Sachverständigenbüro Yıldız',
    place: 'Hamburg-Barmbek',
    areas: ['22', '20'],
  },
  { expertId: 'harder', name: 'Harder & Söhne Gutachten', place: 'Hamburg-Harburg', areas: ['21'] },
  {
    expertId: 'brinkmann',
    name: 'Dipl.-Ing. Sabine Brinkmann',
    place: 'Bremen',
    areas: ['27', '28'],
  },
  {
    expertId: 'nordwest',
    name: 'Gutachtergemeinschaft Nordwest',
    place: 'Oldenburg',
    areas: ['26', '49'],
  },
  { expertId: 'spree', name: 'Spree Gutachten', place: 'Berlin', areas: ['10', '12', '13', '14'] },
  {
    expertId: 'mobil',
    name: 'Gutachter Mobil',
    place: 'kommt zu Ihnen',
    areas: ['1', '2', '3', '4', '5'],
  },
];
