import { fixturesByType } from '#src/engine/testing/fixtures.ts';

const demo = import.meta.glob<Record<string, unknown>>(
  ['/server/demo/forms/*.json', '!**/*.tests.json'],
  { eager: true, import: 'default' },
);

const asText = (definition: unknown): string => `${JSON.stringify(definition, null, 2)}\n`;

/** A small form with one error and two warnings, to show findings. */
const example = {
  title: 'Verkehrsunfall melden',
  theme: { primaryColor: '#7d1f3f' },
  formElements: [
    {
      id: 'h1',
      type: 'headline',
      label: 'Der Unfall',
      help: 'Schreiben Sie nur auf, was Sie gesehen haben.',
    },
    { id: 'tag', type: 'date', label: 'Unfalltag', required: true, max: 'today' },
    {
      id: 'kz',
      type: 'inputregex',
      label: 'Amtliches Kennzeichen',
      pattern: '[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} [0-9{1,4}',
      message: 'Schreiben Sie es so: HH-JW 1204.',
    },
    {
      id: 'verletzt',
      type: 'simplechoice',
      label: 'Wurde jemand verletzt?',
      options: [
        { value: 'no', label: 'Nein' },
        { value: 'yes', label: 'Ja' },
      ],
    },
    {
      id: 'wer',
      type: 'textarea',
      label: 'Wer?',
      visibleWhen: { element: 'verletzt', equals: 'yes' },
    },
    { id: 'fotos', type: 'file', label: 'Fotos und Unterlagen', maxFiles: 10 },
    { id: 'ok', type: 'checkbox', label: 'Ich habe die Hinweise gelesen.' },
  ],
};

/** Presets of the playground: name to definition as text. */
export const presets: Readonly<Record<string, string>> = {
  'verkehrsunfall.json': asText(example),
  ...Object.fromEntries(
    Object.entries(demo).map(([path, definition]) => [
      path.split('/').at(-1) ?? path,
      asText(definition),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(fixturesByType).map(([type, fixtures]) => [
      `${type}.json`,
      asText({ title: type, formElements: fixtures.map(({ element }) => element) }),
    ]),
  ),
};
