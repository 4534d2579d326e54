import { existsSync, readFileSync } from 'node:fs';
import { findingText } from '#src/engine/core/lint/finding.ts';
import { shapeProblems } from '#src/engine/core/lint/shape.ts';
import type { FormatText } from '#src/engine/core/errorText.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import { lintDocument, placesIn, withoutMark } from './lintDocument.ts';
import { whereIs } from './output.ts';
import { FormTests, runTests, type TestResult } from './runTests.ts';

const testsOf = (file: string): string => file.replace(/\.json$/, '.tests.json');
const testsSchema = JSON.parse(JSON.stringify(FormTests)) as JsonSchema;

/** Runs the tests that stand beside a form. A form or test file with errors is one failed test. */
export function testForm(file: string, text: FormatText): TestResult[] {
  const { findings, value } = lintDocument(readFileSync(file, 'utf8'));
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    return [
      {
        name: text('forms.test.formIsSound', {}),
        failures: errors.map(
          (finding) => `${whereIs(file, finding)}  ${findingText(finding, text)}`,
        ),
      },
    ];
  const beside = testsOf(file);
  const failed = (failures: string[]): TestResult[] => [
    { name: text('forms.test.readable', {}), failures },
  ];
  if (!existsSync(beside)) return failed([text('forms.test.noFile', { form: file, file: beside })]);
  const written = readFileSync(beside, 'utf8');
  const { findings: problems } = placesIn(written, (whole) =>
    shapeProblems(testsSchema, whole).map((problem) => ({ ...problem, severity: 'error' })),
  );
  if (problems.length > 0)
    return failed(
      problems.map((finding) => `${whereIs(beside, finding)}  ${findingText(finding, text)}`),
    );
  return runTests(value as FormDefinition, JSON.parse(withoutMark(written)) as FormTests, text); // what they hold was checked just now
}
