import { existsSync, readFileSync } from 'node:fs';
import { formatFinding } from '#src/engine/core/lint/finding.ts';
import { findShapeProblems } from '#src/engine/core/lint/shape.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { lintDocument, locateParts, removeByteOrderMark } from './lintDocument.ts';
import { formatLocation } from './output.ts';
import { FormTests, runTests, type TestResult } from './runTests.ts';

const readTests = (file: string): string => file.replace(/\.json$/, '.tests.json');
const testsSchema = JSON.parse(JSON.stringify(FormTests)) as JsonSchema;

/** Runs the tests beside a form. A form or test file with errors counts as one failed test. */
export function testForm(file: string, text: FormatMessage): TestResult[] {
  const { findings, value } = lintDocument(readFileSync(file, 'utf8'));
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    return [
      {
        name: text('forms.test.formIsSound', {}),
        failures: errors.map(
          (finding) => `${formatLocation(file, finding)}  ${formatFinding(finding, text)}`,
        ),
      },
    ];
  const beside = readTests(file);
  const listFailed = (failures: string[]): TestResult[] => [
    { name: text('forms.test.readable', {}), failures },
  ];
  if (!existsSync(beside))
    return listFailed([text('forms.test.noFile', { form: file, file: beside })]);
  const written = readFileSync(beside, 'utf8');
  const { findings: problems } = locateParts(written, (whole) =>
    findShapeProblems(testsSchema, whole).map((problem) => ({ ...problem, severity: 'error' })),
  );
  if (problems.length > 0)
    return listFailed(
      problems.map(
        (finding) => `${formatLocation(beside, finding)}  ${formatFinding(finding, text)}`,
      ),
    );
  return runTests(
    value as FormDefinition,
    JSON.parse(removeByteOrderMark(written)) as FormTests,
    text,
  ); // checked above
}
