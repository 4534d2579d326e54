import type { Language } from '#schemas/common.ts';
import { findingText } from '#src/engine/core/lint/finding.ts';
import { lintRules } from '#src/engine/core/lint/lintDefinition.ts';
import { textsIn } from '#server/http/texts.ts';
import type { LintedDocument, PlacedFinding } from './lintDocument.ts';

export type LintedFile = LintedDocument & { file: string };

export const formats = ['text', 'json', 'sarif'] as const;
export type Format = (typeof formats)[number];

const count = (files: readonly LintedFile[], severity: PlacedFinding['severity']): number =>
  files.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity)
    .length;

const severityTexts = { error: 'forms.severity.error', warning: 'forms.severity.warning' } as const;

/** The place of a finding, as terminals and editors open it. */
export const whereIs = (file: string, { place }: PlacedFinding): string =>
  `${file}:${place.line}:${place.column}`;

function asText(files: readonly LintedFile[], language: Language): string {
  const format = textsIn(language);
  const lines = files
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ file, findings }) => [
      ...findings.map(
        (finding) =>
          `${whereIs(file, finding)}  ${format(severityTexts[finding.severity], {}).padEnd(7)}  ${findingText(finding, format)}  [${finding.rule}]`,
      ),
      '',
    ]);
  const ignored = files.flatMap((file) => file.ignored).length;
  return [
    ...lines,
    format('forms.lint.summary', {
      files: files.length,
      errors: count(files, 'error'),
      warnings: count(files, 'warning'),
      ignored,
    }),
  ].join('\n');
}

function asJson(files: readonly LintedFile[], language: Language): string {
  const format = textsIn(language);
  const present = ({
    rule,
    severity,
    pointer,
    place: { line, column },
    suggestion,
    ...finding
  }: PlacedFinding & { reason?: string }) => ({
    rule,
    severity,
    pointer,
    line,
    column,
    message: findingText({ rule, severity, pointer, suggestion, ...finding }, format),
    suggestion,
    reason: finding.reason,
  });
  return JSON.stringify(
    files.map(({ file, findings, ignored }) => ({
      file,
      findings: findings.map(present),
      ignored: ignored.map(present),
    })),
    null,
    2,
  );
}

/** SARIF 2.1.0, as code hosts read it: findings appear at their lines, those with a reason as suppressed. */
function asSarif(files: readonly LintedFile[], language: Language): string {
  const format = textsIn(language);
  const result = (file: string, finding: PlacedFinding & { reason?: string }) => ({
    ruleId: finding.rule,
    level: finding.severity,
    message: { text: findingText(finding, format) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file },
          region: {
            startLine: finding.place.line,
            startColumn: finding.place.column,
            endLine: finding.place.endLine,
            endColumn: finding.place.endColumn,
          },
        },
      },
    ],
    ...(finding.reason === undefined
      ? {}
      : { suppressions: [{ kind: 'inSource', justification: finding.reason }] }),
  });
  const results = files.flatMap(({ file, findings, ignored }) =>
    [...findings, ...ignored].map((finding) => result(file, finding)),
  );
  const levelOf = (id: string) =>
    lintRules.find(({ name }) => name === id)?.severity ??
    results.find(({ ruleId }) => ruleId === id)?.level;
  const ids = [
    ...new Set([...lintRules.map(({ name }) => name), ...results.map(({ ruleId }) => ruleId)]),
  ];
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'formakte forms lint',
              rules: ids.map((id) => ({ id, defaultConfiguration: { level: levelOf(id) } })),
            },
          },
          results,
        },
      ],
    },
    null,
    2,
  );
}

const writers: Readonly<
  Record<Format, (files: readonly LintedFile[], language: Language) => string>
> = { text: asText, json: asJson, sarif: asSarif };

/** The findings of all files, to read or for other programs. */
export const present = (files: readonly LintedFile[], format: Format, language: Language): string =>
  writers[format](files, language);

/** 1 when a form could not be published, else 0. */
export const exitCodeOf = (files: readonly LintedFile[]): number =>
  count(files, 'error') > 0 ? 1 : 0;
