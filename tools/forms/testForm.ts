import { readFileSync } from 'node:fs';
import { shapeProblems } from '#src/engine/core/lint/shape.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import { lintDocument } from './lintDocument.ts';
import { FormTests, runTests, type TestResult } from './runTests.ts';

const testsOf = (file: string): string => file.replace(/\.json$/, '.tests.json');

const failed = (name: string, failures: string[]): TestResult[] => [{ name, failures }];

/** Runs the tests that stand beside a form. A form or test file with errors is one failed test. */
export function testForm(file: string): TestResult[] {
  const { findings, value } = lintDocument(readFileSync(file, 'utf8'));
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return failed('the form has no errors', errors.map(({ rule, place }) => `${file}:${place.line}:${place.column} ${rule}`));
  const tests = JSON.parse(readFileSync(testsOf(file), 'utf8')) as FormTests; // what it holds is checked on the next line
  const problems = shapeProblems(JSON.parse(JSON.stringify(FormTests)) as JsonSchema, tests);
  if (problems.length > 0) return failed('the tests can be read', problems.map(({ rule, pointer }) => `${testsOf(file)} ${pointer} ${rule}`));
  return runTests(value as FormDefinition, tests);
}
