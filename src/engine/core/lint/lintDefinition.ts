import { limits } from '#schemas/limits.ts';
import type { Registry } from '../registry.ts';
import type { Finding, LintRule } from './finding.ts';
import { formUnderLint } from './formUnderLint.ts';
import { below } from './pointer.ts';
import { backgroundContrast, textContrast } from './rules/colours.ts';
import {
  noDay,
  noList,
  noNumber,
  noPostalCode,
  requiredGroup,
  requiredTwice,
  requiredWithoutAnswer,
} from './rules/expectations.ts';
import { extensionsOpen } from './rules/files.ts';
import { ownSettings } from './rules/ownSettings.ts';
import { patterns } from './rules/patterns.ts';
import { portalOnly } from './rules/portalOnly.ts';
import { prefillIgnored } from './rules/prefill.ts';
import { purposeMissing } from './rules/purpose.ts';
import {
  impossibleComparison,
  neverVisible,
  requiredNeverVisible,
  unreachablePage,
} from './rules/reachability.ts';
import {
  cycle,
  laterSource,
  ownGroupName,
  sourceWithoutAnswer,
  unknownSource,
} from './rules/references.ts';
import { shapeRules } from './rules/shape.ts';
import {
  badAddress,
  duplicateId,
  nestedGroup,
  pagesOrElements,
  reservedId,
  tooManyElements,
} from './rules/structure.ts';
import { labelMissing, languageMissing, textBlank, translationMissing } from './rules/texts.ts';

/** Every rule, one line each. */
export const lintRules: readonly LintRule[] = [
  ...shapeRules,
  pagesOrElements,
  tooManyElements,
  duplicateId,
  reservedId,
  nestedGroup,
  badAddress,
  unknownSource,
  laterSource,
  ownGroupName,
  cycle,
  sourceWithoutAnswer,
  noNumber,
  noList,
  noDay,
  noPostalCode,
  requiredWithoutAnswer,
  requiredGroup,
  requiredTwice,
  impossibleComparison,
  neverVisible,
  requiredNeverVisible,
  unreachablePage,
  labelMissing,
  textBlank,
  languageMissing,
  translationMissing,
  prefillIgnored,
  purposeMissing,
  extensionsOpen,
  textContrast,
  backgroundContrast,
  ownSettings,
  patterns,
  portalOnly,
];

/** A warning that the author has answered with a reason. */
export type IgnoredFinding = Finding & { reason: string };

export type LintResult = { findings: Finding[]; ignored: IgnoredFinding[] };

/** Whether a document is so small and flat that every rule can look at all of it. */
function isOfReadableSize(whole: unknown): boolean {
  let [parts, level] = [0, [whole]];
  for (let depth = 0; level.length > 0; depth += 1) {
    parts += level.length;
    if (parts > limits.form.maxParts || depth > limits.form.maxDepth) return false;
    level = level.flatMap((part) =>
      typeof part === 'object' && part !== null ? (Object.values(part) as unknown[]) : [],
    );
  }
  return true;
}

/** Everything that is wrong or doubtful in a definition, the same for command line, server and editor (decisions.md, Forms). */
export function lintDefinition(definition: unknown, registry: Registry): LintResult {
  if (!isOfReadableSize(definition))
    return { findings: [{ rule: 'tooLarge', severity: 'error', pointer: '' }], ignored: [] };
  const form = formUnderLint(definition, registry);
  const rules =
    form.elements.length > limits.form.maxElements ? [...shapeRules, tooManyElements] : lintRules;
  const found = rules.flatMap(({ name, severity, find }) =>
    find(form).map((each): Finding => ({ rule: name, severity, ...each })),
  );

  const exceptions = form.shape.some(({ pointer }) => pointer.startsWith('/lintIgnore'))
    ? []
    : (form.definition.lintIgnore ?? []);
  const pointerOf = (id: string) => form.elements.find(({ element }) => element.id === id)?.pointer;
  const isAbout = ({ rule, element }: (typeof exceptions)[number], finding: Finding): boolean => {
    const place = element === undefined ? '' : pointerOf(element);
    return (
      finding.severity === 'warning' &&
      finding.rule === rule &&
      place !== undefined &&
      `${finding.pointer}/`.startsWith(`${place}/`)
    );
  };
  const findings: Finding[] = [];
  const ignored: IgnoredFinding[] = [];
  for (const finding of found) {
    const exception = exceptions.find((each) => isAbout(each, finding));
    if (exception) ignored.push({ ...finding, reason: exception.reason });
    else findings.push(finding);
  }
  const useless = exceptions.flatMap((exception, index): Finding[] => {
    if (ignored.some((finding) => isAbout(exception, finding))) return [];
    const pointer = below('', 'lintIgnore', index);
    return [
      {
        rule: 'uselessException',
        severity: 'warning',
        pointer,
        params: { rule: exception.rule },
        fix: { pointer },
      },
    ];
  });
  const errorsFirst = [...findings, ...useless].sort(
    (one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
  );
  return {
    findings:
      errorsFirst.length > limits.form.maxFindings
        ? errorsFirst.slice(0, limits.form.maxFindings)
        : [...findings, ...useless],
    ignored,
  };
}
