import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A report of a lint rule: its message and the code that it is about. */
export type Reported = { message: string; code: string };

type Diagnostic = { message: string; labels: { span: { offset: number; length: number } }[] };

/** Runs one rule of our own over sources. `plugin` is its file in this folder. */
export function createRuleRunner(plugin: string, rule: string) {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-lint-'));
  const configFile = join(folder, '.oxlintrc.json');
  const config = {
    jsPlugins: [fileURLToPath(new URL(plugin, import.meta.url))],
    categories: { correctness: 'off' },
    rules: { [rule]: 'error' },
  };
  writeFileSync(configFile, JSON.stringify(config));
  const program = fileURLToPath(new URL('../../node_modules/oxlint/bin/oxlint', import.meta.url));

  function run(source: string): Reported[] {
    const file = join(folder, 'file.tsx');
    writeFileSync(file, source);
    let output: string;
    try {
      output = execFileSync(process.execPath, [program, '-c', configFile, '-f', 'json', file], {
        encoding: 'utf8',
      });
    } catch (error) {
      output = (error as { stdout: string }).stdout; // it exits with 1 after an error
    }
    const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] };
    return diagnostics.map(({ message, labels: [label] }) => {
      const { offset = 0, length = 0 } = label?.span ?? {};
      return { message, code: source.slice(offset, offset + length) };
    });
  }
  return { run, remove: () => rmSync(folder, { recursive: true }) };
}
