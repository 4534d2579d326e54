import type { Language } from '#schemas/platform/common.ts';
import type { LegalTextName } from '#schemas/accounts/legalTexts.ts';
import type { Config } from '#server/config.ts';

type Operator = Pick<Config, 'operator' | 'publicUrl' | 'supportEmail'>;

/** The portal's texts for accounts without their own. The operator is in the configuration. */
const texts: Record<LegalTextName, Record<Language, (operator: Operator) => string>> = {
  imprint: {
    de: ({ operator, publicUrl, supportEmail }) => `## Wer dieses Portal betreibt

${operator}

E-Mail: [${supportEmail}](mailto:${supportEmail})

Adresse des Portals: ${publicUrl}

## Wer für die Formulare und Akten verantwortlich ist

Für das, was eine Kanzlei oder ein anderer Anbieter hier fragt, schreibt und anbietet, ist der \
Anbieter selbst verantwortlich. Sein Name steht oben auf der Seite.`,
    en: ({ operator, publicUrl, supportEmail }) => `## Who runs this portal

${operator}

E-mail: [${supportEmail}](mailto:${supportEmail})

Address of the portal: ${publicUrl}

## Who is responsible for forms and cases

A law firm or another provider is responsible for what it asks, writes and offers here. Its name \
stands at the top of the page.`,
  },
  privacy: {
    de: ({ operator, supportEmail }) => `## Wer Ihre Daten verarbeitet

Der Anbieter, dessen Formular oder Akte Sie benutzen, entscheidet, wozu Ihre Angaben gebraucht \
werden. In seinem Auftrag betreibt dieses Portal:

${operator}

Fragen beantworten wir unter [${supportEmail}](mailto:${supportEmail}).

## Was gespeichert wird

Was Sie in Formulare eintragen, hochladen und schreiben, damit der Anbieter es lesen und Ihnen \
antworten kann. Dazu, wann Sie sich angemeldet haben, mit welcher Art von Gerät und aus welchem \
Netz, dieses ohne das Ende seiner Adresse, damit niemand anders Ihren Zugang benutzt. Schalten Sie \
Benachrichtigungen auf einem Gerät ein, bis zur Abmeldung auch die Adresse, unter der sein Browser \
sie bekommt. Der Dienst des Browsers erfährt, dass eine kommt, aber nicht, was sie sagt.

## Was auf Ihrem Gerät bleibt

Nur, was das Portal zum Arbeiten braucht: Ihre Sprache und ob Sie es hell oder dunkel möchten, \
Ihre Anmeldung, Entwürfe und Nachrichten, die noch nicht gesendet sind, Kopien dessen, was Sie \
abgeschickt haben, und die Seiten des Portals selbst, damit es sich ohne Netz öffnet. Nichts davon \
dient der Werbung, und niemand sonst bekommt es.

## Wie lange

So lange, wie der Anbieter es für seine Arbeit braucht oder das Gesetz es verlangt. Entwürfe auf \
Ihrem Gerät sind weg, sobald Sie sie abschicken, löschen oder sich abmelden. Kopien abgeschickter \
Angaben sind dort nach 30 Tagen weg, oder sobald Sie sie löschen oder sich abmelden.

## Ihre Rechte

Sie können Auskunft, Berichtigung und Löschung verlangen und sich bei der Datenschutzaufsicht \
Ihres Landes beschweren.`,
    en: ({ operator, supportEmail }) => `## Who processes your data

The provider whose form or case you use decides what your answers are needed for. On its behalf \
this portal is run by:

${operator}

We answer questions at [${supportEmail}](mailto:${supportEmail}).

## What is stored

What you enter into forms, upload and write, so that the provider can read it and answer you. Also \
when you have signed in, with what kind of device and from which network, without the end of its \
address, so that nobody else uses your access. If you turn on notifications on a device, also the \
address at which its browser gets them, until you log out. The service of the browser learns that \
one arrives, but not what it says.

## What stays on your device

Only what the portal needs to work: your language and whether you want it light or dark, your \
login, drafts and messages that are not sent yet, copies of what you have sent, and the pages of \
the portal itself, so that it opens without a connection. None of it is for advertising, and \
nobody else gets it.

## How long

As long as the provider needs it for its work, or the law demands. Drafts on your device are gone \
as soon as you send them, delete them or log out. Copies of sent answers are gone there after 30 \
days, or as soon as you delete them or log out.

## Your rights

You can ask for information, correction and deletion, and complain to your country’s data \
protection authority.`,
  },
  terms: {
    de: () => `## Wofür das Portal da ist

Sie füllen hier Formulare aus, lesen Nachrichten Ihres Anbieters und schicken ihm Ihre \
Unterlagen. Das kostet Sie nichts.

## Was Sie von uns erwarten können

Was Sie abschicken, kommt beim Anbieter an, oder das Portal sagt Ihnen, dass es nicht geklappt \
hat. Für eilige Fristen rufen Sie bitte zusätzlich an.

## Was wir von Ihnen erwarten

Behalten Sie Ihr Passwort für sich, und laden Sie nur hoch, was Ihnen gehört oder was Sie \
weitergeben dürfen.

## Verträge mit dem Anbieter

Was zwischen Ihnen und dem Anbieter gilt, steht in dessen eigenen Bedingungen. Dieses Portal \
ändert daran nichts.`,
    en: () => `## What the portal is for

Here you fill in forms, read your provider’s messages and send it your documents. It costs you \
nothing.

## What you can expect of us

What you send reaches the provider, or the portal tells you that it did not. Where a deadline is \
close, please call as well.

## What we expect of you

Keep your password to yourself, and upload only what is yours or what you may pass on.

## Contracts with the provider

What holds between you and the provider stands in its own terms. This portal changes nothing about \
them.`,
  },
  accessibility: {
    de: ({ supportEmail }) => `## Wie barrierefrei das Portal ist

Das Portal richtet sich nach den Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA. Es \
lässt sich mit der Tastatur, mit einem Vorleseprogramm, stark vergrößert und mit wenig Bewegung \
benutzen, hell und dunkel.

## Was noch nicht geht

Dateien, die Anbieter oder andere hochgeladen haben, zum Beispiel eingescannte Briefe, können \
Barrieren haben. Bitten Sie den Anbieter um eine lesbare Fassung.

## Wie geprüft wird

Jede Seite wird bei jeder Änderung von Programmen geprüft, die einen Teil der Barrieren finden.

## Eine Barriere melden

Schreiben Sie an [${supportEmail}](mailto:${supportEmail}). Sagen Sie uns, auf welcher Seite Sie \
waren und was nicht ging. Hilft Ihnen das nicht weiter, können Sie sich an die Schlichtungsstelle \
oder die Marktüberwachung Ihres Landes wenden.`,
    en: ({ supportEmail }) => `## How accessible the portal is

The portal follows the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. It can be used \
by keyboard, with a screen reader, greatly enlarged and with little motion, in light and dark.

## What does not work yet

Files that providers or others have uploaded, such as scanned letters, may have barriers. Ask the \
provider for a version that can be read.

## How it is checked

Each page is checked at each change by programs that find a part of the barriers.

## Report a barrier

Write to [${supportEmail}](mailto:${supportEmail}). Tell us which page you were on and what did \
not work. If that does not help, you can turn to your country’s arbitration or market \
surveillance body.`,
  },
};

/** Returns a text of the operator as Markdown. */
export const buildPlatformText = (
  name: LegalTextName,
  language: Language,
  operator: Operator,
): string => texts[name][language](operator);
