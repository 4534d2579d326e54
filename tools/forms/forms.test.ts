import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { textsIn } from '#server/http/texts.ts';
import type { FormDefinition, FormElement } from '#schemas/forms.ts';
import { registry } from '#widgets/registry.ts';
import { fixDocument } from './fix.ts';
import { lintDocument } from './lintDocument.ts';
import { exitCodeOf, present } from './output.ts';
import { runTests, type FormTests } from './runTests.ts';
import { runForms } from './runForms.ts';
import { testForm } from './testForm.ts';

const doubtful = `{
  "title": { "de": "Rückruf", "en": "Call back" },
  "lintIgnore": [{ "rule": "textContrast", "reason": "Das Gelb ist unsere Hausfarbe." }],
  "theme": { "primaryColor": "#f2b705" },
  "formElements": [
    { "id": "name", "type": "input", "label": "Name", "prefill": "m_name" },
    { "id": "why", "type": "input", "label": "Warum?", "maxLenght": 80 }
  ]
}
`;
const linted = { file: 'forms/callback.json', ...lintDocument(doubtful) };

describe('forms lint', () => {
  it('says file, line and column, and what was meant', () => {
    const lines = present([linted], 'text', 'de').split('\n');
    expect(lines).toEqual([
      'forms/callback.json:6:5  Warnung  Sagen Sie dem Browser, worum es geht, damit er das Feld ausfüllen kann: "autocomplete": "family-name".  [purposeMissing]',
      'forms/callback.json:7:69  Fehler   Die Einstellung „maxLenght“ gibt es hier nicht. Meinten Sie „maxLength“?  [settingUnknown]',
      '',
      '1 Formular: 1 Fehler, 1 Warnung, 1 mit Begründung übergangen.',
    ]);
  });

  it('speaks English on request', () =>
    expect(present([linted], 'text', 'en')).toContain('Did you mean "maxLength"?'));

  it('writes JSON', () => {
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

  it('writes SARIF with regions, and excepted findings as suppressed', () => {
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

  it('fails on errors and not on warnings', () => {
    expect(exitCodeOf([linted])).toBe(1);
    expect(
      exitCodeOf([
        { ...linted, findings: linted.findings.filter(({ severity }) => severity === 'warning') },
      ]),
    ).toBe(0);
  });

  it('tells where JSON itself is broken', () => {
    expect(lintDocument('{\n  "title": "A",,\n}').findings).toMatchObject([
      { rule: 'syntax', severity: 'error', place: { line: 2, column: 16 } },
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      'a comma too many',
      '{\n  "title": "A",,\n}',
      '2:16',
      'Hier fehlt der Name einer Einstellung, in Anführungszeichen. Vielleicht steht ein Komma zu viel davor.',
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
      '{ "title": { "de": "A", "en": "A" }, "theme": { "primaryColor": "red" }, "formElements": [{ "id": "a", "type": "headline" }] }',
      '1:65',
      'Schreiben Sie die Farbe als # und sechs Ziffern oder Buchstaben von a bis f, zum Beispiel "#14505c".',
    ],
    [
      'a length of nothing',
      '{ "title": { "de": "A", "en": "A" }, "formElements": [{ "id": "a", "type": "input", "label": "A", "maxLength": 0 }] }',
      '1:112',
      'Diese Zahl ist zu klein: 1 ist das Mindeste.',
    ],
    [
      'a word where yes or no belongs',
      '{ "title": { "de": "A", "en": "A" }, "formElements": [{ "id": "a", "type": "input", "label": "A", "required": "yes" }] }',
      '1:111',
      'Hier gehört true oder false hin, ohne Anführungszeichen.',
    ],
    [
      'an id with a space',
      '{ "title": { "de": "A", "en": "A" }, "formElements": [{ "id": "a b", "type": "headline", "label": { "de": "A", "en": "A" } }] }',
      '1:63',
      'Ein solcher Name beginnt mit einem Buchstaben und hat nur Buchstaben ohne Umlaute, Ziffern und _, zum Beispiel "unfalltag".',
    ],
  ])('says of %s what to do', (_, text, place, sentence) => {
    expect(
      present([{ file: 'a.json', ...lintDocument(text) }], 'text', 'de').split('\n')[0],
    ).toMatch(new RegExp(`^a.json:${place}  Fehler   `));
    expect(present([{ file: 'a.json', ...lintDocument(text) }], 'text', 'de')).toContain(sentence);
  });

  it('reads a document that begins with a byte order mark', () => {
    const marked = lintDocument(`\uFEFF${doubtful}`);
    expect(marked.findings).toEqual(linted.findings);
    expect(fixDocument(`\uFEFF${doubtful}`)).toEqual(fixDocument(doubtful));
  });

  it('tells where a setting is written a second time', () => {
    const text =
      '{\n  "title": { "de": "A", "en": "A" },\n  "formElements": [{ "id": "a", "type": "input", "label": { "de": "A", "en": "A" },\n    "required": true, "required": false }]\n}';
    expect(lintDocument(text).findings).toMatchObject([
      {
        rule: 'settingTwice',
        params: { name: 'required' },
        place: { line: 4, column: 23, length: 10 },
      },
    ]);
  });

  it('fixes what is safe, keeps the rest as written, and guesses nothing', () => {
    const { text, fixed } = fixDocument(doubtful);
    expect(fixed).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      formElements: [{ autocomplete: 'family-name' }, { maxLenght: 80 }],
    });
    expect(text.split('\n')[3]).toBe(doubtful.split('\n')[3]);
  });

  it('takes out an exception that applies to nothing', () => {
    const { text } = fixDocument(
      '{ "title": { "de": "A", "en": "A" }, "lintIgnore": [{ "rule": "cycle", "reason": "Nur so." }], "formElements": [{ "id": "a", "type": "input", "label": "A" }] }',
    );
    expect(JSON.parse(text)).toMatchObject({ lintIgnore: [] });
  });
});

describe('forms test', () => {
  const rooms = {
    id: 'rooms',
    type: 'group',
    label: 'R',
    max: 3,
    formElements: [{ id: 'boxes', type: 'number', label: 'N' }],
  };
  const form = {
    title: 'T',
    formElements: [
      { id: 'a', type: 'checkbox', label: 'A' },
      {
        id: 'b',
        type: 'input',
        label: 'B',
        required: true,
        visibleWhen: { element: 'a', equals: true },
      },
      rooms,
    ],
  };
  const run = (given: Record<string, unknown>, expected: object) =>
    runTests(
      form,
      { today: '2026-11-20', tests: [{ name: 'so', given, expect: expected }] },
      textsIn('en'),
    )[0]?.failures;

  it.each<[string, Record<string, unknown>, object, string[]]>([
    [
      'is content when all is as expected',
      { a: true },
      { visible: ['a', 'b'], errors: { b: 'required' }, answers: { a: true } },
      [],
    ],
    ['names what is not shown', {}, { visible: ['b'] }, ['Is not shown, but should be: b.']],
    ['names what is shown', { a: true }, { hidden: ['b'] }, ['Is shown, but should not be: b.']],
    [
      'compares every error',
      { a: true },
      { errors: {} },
      ['Errors in the form: expected {}, found {"b":"required"}.'],
    ],
    [
      'compares what is kept',
      { b: 'x' },
      { answers: { b: 'x' } },
      ['b: expected "x", found null.'],
    ],
    [
      'refuses ids the form does not have',
      { c: 1 },
      { hidden: ['d'] },
      ['The form has no element "c".', 'The form has no element "d".'],
    ],
    [
      'tells what is wrong besides an id the form does not have',
      { a: true },
      { visible: ['bb', 'b'], hidden: ['a'], errors: { rums: 'required' } },
      [
        'The form has no element "bb". Write b.',
        'The form has no element "rums".',
        'Is shown, but should not be: a.',
        'Errors in the form: expected {}, found {"b":"required"}.',
      ],
    ],
    [
      'says what was meant',
      {},
      { hidden: ['roms'] },
      ['The form has no element "roms". Write rooms.'],
    ],
    [
      'knows the rows of a group',
      { rooms: [{ boxes: 1 }, {}] },
      { visible: ['rooms/1/boxes'], errors: {} },
      [],
    ],
    [
      'refuses an element that a group does not have',
      { rooms: [{ crates: 1 }] },
      { hidden: ['rooms/0/a', 'a/0/boxes'] },
      ['rooms/0/crates', 'rooms/0/a', 'a/0/boxes'].map((id) => `The form has no element "${id}".`),
    ],
    [
      'refuses a row that is not there',
      { rooms: [{ boxes: 1 }] },
      { hidden: ['rooms/1/boxes'] },
      ['The form has no element "rooms/1/boxes".'],
    ],
    [
      'says how elements in groups are written',
      { 'rooms/0/boxes': 1 },
      { visible: ['boxes'] },
      [
        'The form has no element "rooms/0/boxes": answers in a group are a list of rows.',
        'The form has no element "boxes". Write rooms/0/boxes.',
      ],
    ],
  ])('%s', (_, given, expected, failures) => expect(run(given, expected)).toEqual(failures));

  it('speaks German on request', () => {
    expect(
      runTests(
        form,
        { today: '2026-11-20', tests: [{ name: 'so', given: {}, expect: { visible: ['b'] } }] },
        textsIn('de'),
      )[0]?.failures,
    ).toEqual(['Wird nicht angezeigt, sollte aber: b.']);
  });

  const demoForms = readdirSync('server/demo/forms')
    .filter((name) => !name.includes('.tests.'))
    .map((name) => join('server/demo/forms', name));
  describe.each(demoForms)('%s', (file) => {
    it.each(testForm(file, textsIn('de')).map(({ name, failures }) => [name, failures]))(
      '%s',
      (_, failures) => expect(failures).toEqual([]),
    );
    it('has nothing doubtful about it', () =>
      expect(
        lintDocument(readFileSync(file, 'utf8')).findings.map(
          ({ rule, pointer }) => `${pointer} ${rule}`,
        ),
      ).toEqual([]));
  });
});

describe('the examples in docs/forms.md', () => {
  const page = readFileSync('docs/forms.md', 'utf8');
  const examples = (kind: string): string[] =>
    [...page.matchAll(new RegExp(`\`\`\`json ${kind}\\n(.*?)\`\`\``, 'gs'))].map(
      ([, text = '']) => text,
    );
  const forms = examples('form').map(
    (form, index) =>
      [
        (JSON.parse(form) as { title: { en: string } }).title.en,
        form,
        examples('tests')[index] ?? '',
      ] as const,
  );

  it('hold two forms', () => expect(forms).toHaveLength(2));
  it.each(forms)('hold the form %s without findings', (_, form) =>
    expect(lintDocument(form).findings).toEqual([]),
  );
  it.each(forms)('hold tests that the form %s passes', (_, form, tests) => {
    const results = runTests(
      JSON.parse(form) as FormDefinition,
      JSON.parse(tests) as FormTests,
      textsIn('de'),
    );
    expect(results.length).toBeGreaterThan(2);
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('hold an example of each type', () =>
    expect(
      examples('element')
        .map((text) => (JSON.parse(text) as FormElement).type)
        .sort(),
    ).toEqual([...registry.keys()].sort()));
  it.each(
    examples('element').map((text) => [(JSON.parse(text) as FormElement).type, text] as const),
  )('hold a %s that can be published and answered as they say', (_, text) => {
    const element = JSON.parse(text) as FormElement;
    const definition = { title: 'T', formElements: [element] };
    expect(
      lintDocument(JSON.stringify(definition)).findings.filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([]);
    const after = page.slice(page.indexOf(text) + text.length);
    const answer = /^```\n\nAn answer to it: `(.*)`\n/.exec(after)?.[1];
    if (answer === undefined) return; // asks nothing, or is answered with a picture
    const tests = {
      today: '2026-11-20',
      tests: [
        {
          name: 'as the page says',
          given: { [element.id]: JSON.parse(answer) as unknown },
          expect: { errors: {} },
        },
      ],
    };
    expect(
      runTests(definition, tests as FormTests, textsIn('de')).flatMap(({ failures }) => failures),
    ).toEqual([]);
  });
});

describe('npm run forms', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const forms = (...args: string[]) => {
    let [stdout, stderr] = ['', ''];
    const status = runForms(args, {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      env: { LC_ALL: 'en_GB.UTF-8' },
    });
    return { status, stdout, stderr };
  };
  const file = join(folder, 'form.json');

  it('lints, fixes and tests, each with its exit code', () => {
    writeFileSync(file, doubtful);
    const fixed = forms('lint', file, '--fix', '--format', 'json');
    expect([fixed.status, fixed.stderr]).toEqual([1, `${file}: 1 place mended.\n`]);
    expect(readFileSync(file, 'utf8')).toContain('family-name');
    const tested = forms('test', file, '--language', 'de');
    expect([tested.status, tested.stdout]).toEqual([
      1,
      expect.stringMatching(
        /✗ Das Formular hat keine Fehler\n.*form\.json:\d+:\d+  Die Einstellung „maxLenght“ gibt es hier nicht\. Meinten Sie „maxLength“\?\n1 Test fehlgeschlagen/,
      ),
    ]);
  });

  const none = join(folder, 'none.json');
  it.each<[string[], string]>([
    [['lint', none], `Die Datei „${none}“ gibt es nicht. Prüfen Sie Ordner und Namen.`],
    [['test', folder], `„${folder}“ ist ein Ordner. Nennen Sie die Dateien darin.`],
    [['lnit', none], 'Den Befehl „lnit“ gibt es nicht. Möglich sind lint, test und write.'],
    [['lint', none, '--colour'], 'Die Option „--colour“ gibt es nicht.'],
    [
      ['lint', none, '--format', 'xml'],
      '„xml“ ist für --format nicht möglich. Möglich sind: text, json, sarif.',
    ],
  ])('says in plain words why it cannot %j', (args, sentence) => {
    const refused = forms(...args, '--language', 'de');
    expect([refused.status, refused.stdout, refused.stderr.split('\n')[0]]).toEqual([
      2,
      '',
      sentence,
    ]);
  });

  it('explains itself, and speaks as the shell does unless told', () => {
    const help = forms('--help');
    expect([help.status, help.stderr, help.stdout]).toEqual([
      0,
      '',
      expect.stringContaining('npm run forms -- lint FILE'),
    ]);
    writeFileSync(file, doubtful);
    expect(forms('lint', file).stdout).toContain('Did you mean "maxLength"?');
    expect(forms('lint', file, '--language', 'de').stdout).toContain('Meinten Sie');
  });
});
