import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'plate',
      type: 'inputregex',
      label: { de: 'Amtliches Kennzeichen', en: 'Number plate' },
      help: { de: 'Mit Bindestrich und Leerzeichen.', en: 'With hyphen and space.' },
      required: true,
      pattern: '[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}[EH]?',
      maxLength: 12,
      message: { de: 'Schreiben Sie es so: HH-JW 1204.', en: 'Write it like this: HH-JW 1204.' },
    },
    valid: ['HH-JW 1204', 'B-A 1E'],
    invalid: ['HHJW1204', 'HH JW 1204', 'xHH-JW 1204', 'HH-JW 1204E HH-JW 1204E', 1204],
    typed: 'HH-JW 1204',
  },
  {
    element: {
      id: 'either',
      type: 'inputregex',
      label: 'Zeichen',
      pattern: 'alt|neu',
      message: 'Schreiben Sie alt oder neu.',
    },
    valid: ['alt', 'neu'],
    invalid: ['altneu', 'ganz neu'],
    typed: 'neu',
    prefilled: [['neu', 'neu']],
  },
];
