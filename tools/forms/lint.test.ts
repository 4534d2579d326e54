import { describe, expect, it } from 'vitest';
import { fixDocument } from './fix.ts';
import { lintDocument } from './lintDocument.ts';
import { getExitCode, present } from './output.ts';
import { doubtful, linted } from './sampleForm.ts';

describe('forms lint', () => {
  it('The text report has file, line, column and a suggestion', () => {
    const lines = present([linted], 'text', 'de').split('\n');
    expect(lines).toEqual([
      'forms/callback.json:6:5  Warnung  Sagen Sie dem Browser, worum es geht, damit er das ' +
        'Feld ausfüllen kann: "autocomplete": "email".  [purposeMissing]',
      'forms/callback.json:7:69  Fehler   Die Einstellung „maxLenght“ gibt es hier nicht. ' +
        'Meinten Sie „maxLength“?  [settingUnknown]',
      '',
      '1 Formular: 1 Fehler, 1 Warnung, 1 mit Begründung übergangen.',
    ]);
  });

  it('The report is English on request', () =>
    expect(present([linted], 'text', 'en')).toContain('Did you mean "maxLength"?'));

  it('The JSON report has rules and positions', () => {
    expect(JSON.parse(present([linted], 'json', 'en'))).toMatchObject([
      {
        file: 'forms/callback.json',
        findings: [
          { rule: 'purposeMissing', severity: 'warning', line: 6 },
          {
            rule: 'settingUnknown',
            severity: 'error',
            pointer: '/formElements/1/maxLenght',
            line: 7,
            column: 69,
            suggestion: 'maxLength',
          },
        ],
        ignored: [{ rule: 'textContrast', reason: 'Das Gelb ist unsere Hausfarbe.' }],
      },
    ]);
  });

  it('The SARIF report has regions, and excepted findings as suppressed', () => {
    const {
      runs: [run],
    } = JSON.parse(present([linted], 'sarif', 'en')) as {
      runs: { tool: { driver: { rules: { id: string }[] } }; results: Record<string, unknown>[] }[];
    };
    expect(run?.results).toMatchObject([
      { ruleId: 'purposeMissing', level: 'warning' },
      {
        ruleId: 'settingUnknown',
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'forms/callback.json' },
              region: { startLine: 7, startColumn: 69, endLine: 7, endColumn: 71 },
            },
          },
        ],
      },
      {
        ruleId: 'textContrast',
        suppressions: [{ kind: 'inSource', justification: 'Das Gelb ist unsere Hausfarbe.' }],
      },
    ]);
    expect(run?.tool.driver.rules.map(({ id }) => id)).toContain('cycle');
  });

  it('The exit code is 1 for errors and 0 for warnings', () => {
    expect(getExitCode([linted])).toBe(1);
    expect(
      getExitCode([
        { ...linted, findings: linted.findings.filter(({ severity }) => severity === 'warning') },
      ]),
    ).toBe(0);
  });

  it('Invalid JSON is reported at its position', () => {
    expect(lintDocument('{\n  "title": "A",,\n}').findings).toMatchObject([
      { rule: 'syntax', severity: 'error', place: { line: 2, column: 16 } },
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      'a comma too many',
      '{\n  "title": "A",,\n}',
      '2:16',
      'Hier fehlt der Name einer Einstellung, in Anführungszeichen. Vielleicht steht ein ' +
        'Komma zu viel davor.',
    ],
    [
      'a comment',
      '{\n  // Titel\n  "title": "A" }',
      '2:3',
      'JSON kennt keine Kommentare. Nehmen Sie diesen heraus.',
    ],
    [
      'a missing quotation mark',
      '{ "title": "A }',
      '1:12',
      'Hier fehlt das schließende Anführungszeichen.',
    ],
    ['an empty file', '', '1:1', 'Hier fehlt ein Wert. Vielleicht steht ein Komma zu viel davor.'],
    [
      'a colour that is none',
      '{ "title": { "de": "A", "en": "A" }, "theme": { "primaryColor": "red" }, ' +
        '"formElements": [{ "id": "a", "type": "headline" }] }',
      '1:65',
      'Schreiben Sie die Farbe als # und sechs Ziffern oder Buchstaben von a bis f, zum ' +
        'Beispiel "#14505c".',
    ],
    [
      'a length of nothing',
      '{ "title": { "de": "A", "en": "A" }, "formElements": [{ "id": "a", "type": "input", ' +
        '"label": "A", "maxLength": 0 }] }',
      '1:112',
      'Diese Zahl ist zu klein: 1 ist das Mindeste.',
    ],
    [
      'a word where yes or no belongs',
      '{ "title": { "de": "A", "en": "A" }, "formElements": [{ "id": "a", "type": "input", ' +
        '"label": "A", "required": "yes" }] }',
      '1:111',
      'Hier gehört true oder false hin, ohne Anführungszeichen.',
    ],
    [
      'an id with a space',
      '{ "title": { "de": "A", "en": "A" }, "formElements": [{ "id": "a b", "type": ' +
        '"headline", "label": { "de": "A", "en": "A" } }] }',
      '1:63',
      'Ein solcher Name beginnt mit einem Buchstaben und hat nur Buchstaben ohne Umlaute, ' +
        'Ziffern und _, zum Beispiel "unfalltag".',
    ],
  ])('The message about %s says how to correct it', (_, text, place, sentence) => {
    expect(
      present([{ file: 'a.json', ...lintDocument(text) }], 'text', 'de').split('\n')[0],
    ).toMatch(new RegExp(`^a.json:${place}  Fehler   `));
    expect(present([{ file: 'a.json', ...lintDocument(text) }], 'text', 'de')).toContain(sentence);
  });

  it('A document with a byte order mark is parsed', () => {
    const marked = lintDocument(`\uFEFF${doubtful}`);
    expect(marked.findings).toEqual(linted.findings);
    expect(fixDocument(`\uFEFF${doubtful}`)).toEqual(fixDocument(doubtful));
  });

  it('A duplicate key is reported at its position', () => {
    const text =
      '{\n  "title": { "de": "A", "en": "A" },\n  "formElements": [{ "id": "a", "type": ' +
      '"input", "label": { "de": "A", "en": "A" },\n    "required": true, "required": false ' +
      '}]\n}';
    expect(lintDocument(text).findings).toMatchObject([
      {
        rule: 'settingTwice',
        params: { name: 'required' },
        place: { line: 4, column: 23, length: 10 },
      },
    ]);
  });

  it('Safe fixes are applied, everything else is kept as written', () => {
    const { text, fixed } = fixDocument(doubtful);
    expect(fixed).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      formElements: [{ autocomplete: 'email' }, { maxLenght: 80 }],
    });
    expect(text.split('\n')[3]).toBe(doubtful.split('\n')[3]);
  });

  it('A useless exception is removed', () => {
    const { text } = fixDocument(
      '{ "title": { "de": "A", "en": "A" }, "lintIgnore": [{ "rule": "cycle", "reason": "Nur ' +
        'so." }], "formElements": [{ "id": "a", "type": "input", "label": "A" }] }',
    );
    expect(JSON.parse(text)).toMatchObject({ lintIgnore: [] });
  });
});
