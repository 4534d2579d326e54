import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runForms } from './runForms.ts';
import { doubtful } from './sampleForm.ts';

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

  it('Lint, fix and test return their exit codes', () => {
    writeFileSync(file, doubtful);
    const fixed = forms('lint', file, '--fix', '--format', 'json');
    expect([fixed.status, fixed.stderr]).toEqual([1, `${file}: 1 place fixed.\n`]);
    expect(readFileSync(file, 'utf8')).toContain('"autocomplete": "email"');
    const tested = forms('test', file, '--language', 'de');
    expect([tested.status, tested.stdout]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          [
            '✗ Das Formular hat keine Fehler',
            '.*form\\.json:\\d+:\\d+  Die Einstellung „maxLenght“ gibt es hier nicht\\. ' +
              'Meinten Sie „maxLength“\\?',
            '1 Test fehlgeschlagen',
          ].join('\n'),
        ),
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
  ])('A plain message says why the command %j is refused', (args, sentence) => {
    const refused = forms(...args, '--language', 'de');
    expect([refused.status, refused.stdout, refused.stderr.split('\n')[0]]).toEqual([
      2,
      '',
      sentence,
    ]);
  });

  it('Help is printed, and the language is the shell’s unless an option sets it', () => {
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
