import { stemLimits } from '#schemas/platform/limits.ts';

/** Words of letters, files and names, some with endings that a stem loses. */
export const germanWords = [
  ...['Unterlagen', 'Versicherung', 'Aktenzeichen', 'Akten', 'Erben', 'Erbengemeinschaft'],
  ...['Vertrag', 'Verträge', 'Kündigung', 'Kündigungsschutzklage', 'Rechtsschutzversicherung'],
  ...['Gesundheit', 'Abfindungen', 'Wertminderung', 'Straßenverkehrsordnung', 'Schließung'],
  ...['Maßnahmen', 'Größe', 'Fußgängerüberweg', 'Übergabe', 'Öffentlichkeit', 'Ärztin'],
  ...['Anwälte', 'Häuser', 'Bauern', 'Feuerwehr', 'Quellensteuer', 'Steuerbescheid'],
  ...['Mietminderungen', 'Nebenkostenabrechnung', 'Zeugnisse', 'Zeugen', 'Geschäftsführerin'],
  ...['Beschäftigten', 'Urteile', 'Schadensersatz', 'Vollmachten', 'Lasten', 'Poesie'],
  ...['Pflichtteilsergänzungsanspruch', 'Petersen', 'Peters', 'Meiers', 'Hansen', 'Müller'],
  ...['Jäger', 'Schröder', 'Weißenburger', 'Goethe', 'Michaela', 'Israel', 'Aydın', 'Łukasz'],
] as const;

const transcriptions: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' },
};
const transcribe = (word: string): string =>
  word.replace(/[äöüÄÖÜß]/g, (letter) => transcriptions[letter] ?? letter);

/** Lists the beginnings of a word that find it while it is typed, also with umlauts as ae. */
export const listBeginnings = (word: string): string[] =>
  [
    ...new Set(
      [word, transcribe(word)].flatMap((typed) =>
        [...typed].map((_, index) => typed.slice(0, index + 1)),
      ),
    ),
  ].filter((typed) => typed === word || typed.length >= stemLimits.beginsFrom);
