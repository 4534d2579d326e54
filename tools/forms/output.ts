import type { Language } from '#schemas/platform/common.ts';
import { formatFinding } from '#src/engine/core/lint/finding.ts';
import { lintRules } from '#src/engine/core/lint/lintDefinition.ts';
import { getTexts } from '#server/texts.ts';
import type { LintedDocument, LocatedFinding } from './lintDocument.ts';

export type LintedFile = LintedDocument & { file: string };

export const formats = ['text', 'json', 'sarif'] as const;
export type Format = (typeof formats)[number];

const formatCount = (files: readonly LintedFile[], severity: LocatedFinding['severity']): number =>
  files.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity)
    .length;

const severityTexts = { error: 'forms.severity.error', warning: 'forms.severity.warning' } as const;

/** Formats a location so that terminals and editors can open it. */
export const formatLocation = (file: string, { place }: LocatedFinding): string =>
  `${file}:${place.line}:${place.column}`;

function formatText(files: readonly LintedFile[], language: Language): string {
  const format = getTexts(language);
  const lines = files
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ file, findings }) => [
      ...findings.map((finding) =>
        [
          formatLocation(file, finding),
          format(severityTexts[finding.severity], {}).padEnd(7),
          formatFinding(finding, format),
          `[${finding.rule}]`,
        ].join('  '),
      ),
      '',
    ]);
  const ignored = files.flatMap((file) => file.ignored).length;
  return [
    ...lines,
    format('forms.lint.summary', {
      files: files.length,
      errors: formatCount(files, 'error'),
      warnings: formatCount(files, 'warning'),
      ignored,
    }),
  ].join('\n');
}

function formatJson(files: readonly LintedFile[], language: Language): string {
  const format = getTexts(language);
  const present = ({
    rule,
    severity,
    pointer,
    place: { line, column },
    suggestion,
    ...finding
  }: LocatedFinding & { reason?: string }) => ({
    rule,
    severity,
    pointer,
    line,
    column,
    message: formatFinding({ rule, severity, pointer, suggestion, ...finding }, format),
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

/** Formats SARIF 2.1.0 for code hosts. Findings with a reason are suppressed. */
function formatSarif(files: readonly LintedFile[], language: Language): string {
  const format = getTexts(language);
  const formatResult = (file: string, finding: LocatedFinding & { reason?: string }) => ({
    ruleId: finding.rule,
    level: finding.severity,
    message: { text: formatFinding(finding, format) },
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
    [...findings, ...ignored].map((finding) => formatResult(file, finding)),
  );
  const getLevel = (id: string) =>
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
              rules: ids.map((id) => ({ id, defaultConfiguration: { level: getLevel(id) } })),
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
> = { text: formatText, json: formatJson, sarif: formatSarif };

/** Formats the findings of all files, for people or programs. */
export const present = (files: readonly LintedFile[], format: Format, language: Language): string =>
  writers[format](files, language);

/** Returns 1 if a form could not be published, else 0. */
export const getExitCode = (files: readonly LintedFile[]): number =>
  formatCount(files, 'error') > 0 ? 1 : 0;
