import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** A report of a lint rule: its message and the code that it is about. */
export type Reported = { message: string; code: string };

type Diagnostic = { message: string; labels: { span: { offset: number; length: number } }[] };

/**
 * Creates the function that runs one rule of our own over a source in the tests of a file. `plugin`
 * is the rule's file in this folder.
 */
export function createRuleRunner(plugin: string, rule: string): (source: string) => Reported[] {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-lint-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const configFile = join(folder, '.oxlintrc.json');
  const config = {
    jsPlugins: [fileURLToPath(new URL(plugin, import.meta.url))],
    categories: { correctness: 'off' },
    rules: { [rule]: 'error' },
  };
  writeFileSync(configFile, JSON.stringify(config));
  const program = fileURLToPath(new URL('../../node_modules/oxlint/bin/oxlint', import.meta.url));

  return function run(source) {
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
  };
}

/** Creates the function that lists the code that a rule reports in a source. */
export function createLint(plugin: string, rule: string): (source: string) => string[] {
  const run = createRuleRunner(plugin, rule);
  return (source) => run(source).map(({ code }) => code);
}
