import type { AccountContact } from '#schemas/accounts/accounts.ts';
import type { FooterLink } from '#schemas/accounts/looks.ts';

/** Demo data of a service provider. Every name is invented. */
export type DemoAccount = {
  uniqueKey: string;
  name: string;
  shortName: string;
  primaryColor: string;
  secondaryColor: string;
  /** two letters, drawn as the logo; no logo without them */
  mark?: string;
  tagline: string;
  /** practice area */
  categories: readonly string[];
  welcomeHeadline: string;
  welcomeText: string;
  contact: AccountContact;
  footerLinks?: FooterLink[];
  imprint?: string;
  terms: string;
  privacy: string;
};

const writePrivacy = (name: string, place: string): string => `## Wer Ihre Daten verarbeitet

${name}, ${place}, ist verantwortlich. Schreiben oder rufen Sie uns an, wenn Sie Fragen haben.

## Was wir speichern und wozu

Wir speichern, was Sie in das Formular eintragen, und die Dateien, die Sie hochladen. Wir brauchen \
beides, um Ihr Anliegen zu prüfen und Ihnen zu antworten.

## Was auf Ihrem Gerät bleibt

Solange Sie das Formular ausfüllen, liegt ein Entwurf nur in Ihrem Browser. Er wird gelöscht, \
sobald Sie das Formular abschicken oder von vorn beginnen.

## Wie lange

Wird daraus ein Auftrag, bewahren wir die Unterlagen so lange auf, wie es das Berufsrecht \
verlangt. Sonst löschen wir sie nach sechs Monaten.

## Ihre Rechte

Sie können Auskunft, Berichtigung und Löschung verlangen und sich bei der Datenschutzaufsicht \
Ihres Landes beschweren.
`;

const lawTerms = `## Was wir für Sie tun

Wir prüfen Ihre Angaben und sagen Ihnen, welche Schritte wir vorschlagen. Ein Mandat kommt erst \
zustande, wenn wir es Ihnen bestätigen.

## Was es kostet

Die erste Einschätzung kostet Sie nichts. Bevor etwas kostet, sagen wir Ihnen, wie viel es ist \
und wer es zahlt.

## Was wir von Ihnen brauchen

Bitte antworten Sie vollständig und richtig. Schicken Sie uns Briefe und Fristen sofort, wenn Sie \
sie bekommen.

## Verschwiegenheit

Wir sind zur Verschwiegenheit verpflichtet. Das gilt auch, wenn kein Mandat zustande kommt.
`;

export const demoAccounts: readonly DemoAccount[] = [
  {
    uniqueKey: 'aydin-kollegen',
    name: 'Aydın & Kollegen',
    shortName: 'Aydın',
    primaryColor: '#7d1f3f',
    secondaryColor: '#d9a05b',
    mark: 'AK',
    tagline: 'Kanzlei für Verkehrsrecht',
    categories: ['Verkehrsrecht', 'Schadensersatz', 'Bußgeld', 'Führerschein'],
    welcomeHeadline: 'Unfall gehabt? Wir kümmern uns.',
    welcomeText:
      'Wir vertreten Sie gegenüber der Versicherung der anderen Seite. Melden Sie Ihren Unfall ' +
      'in zehn Minuten.',
    contact: {
      street: 'Lindenweg 8',
      postalCode: '20259',
      city: 'Hamburg',
      contact: '040 66969 412',
      fax: '040 66969 413',
      website: 'https://aydin-kollegen.example',
    },
    imprint: `## Aydın & Kollegen

Selin Aydın, Rechtsanwältin, Lindenweg 8, 20259 Hamburg

Telefon 040 66969 412

## Beruf und Aufsicht

Rechtsanwältin, verliehen in der Bundesrepublik Deutschland. Zuständig ist die Hanseatische \
Rechtsanwaltskammer Hamburg.
`,
    terms: lawTerms,
    privacy: writePrivacy('Aydın & Kollegen', 'Lindenweg 8, 20259 Hamburg'),
  },
  {
    uniqueKey: 'falkenried',
    name: 'Falkenried Rechtsanwälte',
    shortName: 'Falkenried',
    primaryColor: '#14505c',
    secondaryColor: '#b98a3e',
    mark: 'FR',
    tagline: 'Kanzlei für Arbeitsrecht',
    categories: ['Arbeitsrecht', 'Kündigungsschutz'],
    welcomeHeadline: 'Gekündigt? Die Frist läuft.',
    welcomeText:
      'Gegen eine Kündigung können Sie nur drei Wochen lang klagen. Schicken Sie uns heute, ' +
      'was Sie haben.',
    contact: {
      street: 'Kontorgasse 3',
      postalCode: '28195',
      city: 'Bremen',
      contact: '0421 5500 77',
      website: 'https://falkenried.example',
    },
    terms: lawTerms,
    privacy: writePrivacy('Falkenried Rechtsanwälte', 'Kontorgasse 3, 28195 Bremen'),
  },
  {
    uniqueKey: 'lichtblick',
    name: 'Lichtblick Coaching',
    shortName: 'Lichtblick',
    primaryColor: '#f2b705',
    secondaryColor: '#2c3f7d',
    mark: 'LC',
    tagline: 'Beruf und Neuanfang',
    categories: ['Coaching'],
    welcomeHeadline: 'Wohin soll es gehen?',
    welcomeText: 'Ein Gespräch, drei Fragen, ein Plan.',
    contact: {
      street: 'Am Deich 21',
      postalCode: '26122',
      city: 'Oldenburg',
      contact: '0441 9977 20',
      website: 'https://lichtblick.example',
    },
    terms: `## Das erste Gespräch

Das erste Gespräch dauert 30 Minuten und kostet nichts. Danach entscheiden Sie, ob wir zusammen \
arbeiten.

## Absagen

Bis einen Tag vorher können Sie jeden Termin ohne Kosten absagen.

## Kein Ersatz für eine Behandlung

Coaching ersetzt keine Therapie. Wenn Sie krank sind, gehen Sie bitte zu einer Ärztin oder einem \
Arzt.
`,
    privacy: writePrivacy('Lichtblick Coaching', 'Am Deich 21, 26122 Oldenburg'),
  },
  {
    uniqueKey: 'behrens-lindqvist',
    name: 'Behrens & Lindqvist',
    shortName: 'Behrens',
    primaryColor: '#14505c',
    secondaryColor: '#c08a3e',
    tagline: 'Rechtsanwälte PartG mbB',
    categories: ['Verkehrsrecht', 'Schadensersatz', 'Bußgeld'],
    welcomeHeadline: 'Nach dem Unfall haben Sie Wichtigeres zu tun.',
    welcomeText:
      'Wir regeln den Schaden mit der Versicherung: Gutachten, Werkstatt, Mietwagen und ' +
      'Schmerzensgeld. Sie melden den Unfall online und sehen jederzeit, was wir für Sie tun.',
    contact: {
      street: 'Alte Werft 21',
      postalCode: '20457',
      city: 'Hamburg',
      contact: '040 66969 200',
      website: 'https://behrens-lindqvist.example',
    },
    footerLinks: [
      {
        label: { de: 'So erreichen Sie uns', en: 'How to reach us' },
        url: 'https://behrens-lindqvist.example/kontakt',
      },
    ],
    terms: lawTerms,
    privacy: writePrivacy('Behrens & Lindqvist', 'Alte Werft 21, 20457 Hamburg'),
  },
];
