import { formLimits } from '#schemas/forms/limits.ts';
import type { Registry } from '../registry.ts';
import type { Finding, LintRule } from './finding.ts';
import { createLintedForm } from './lintedForm.ts';
import { joinPointer } from './pointer.ts';
import { backgroundContrast, textContrast } from './rules/colours.ts';
import { copyNoEmail, copyUnknown } from './rules/copy.ts';
import {
  noDay,
  noList,
  noNumber,
  noPostalCode,
  requiredGroup,
  requiredTwice,
  requiredWithoutAnswer,
} from './rules/expectations.ts';
import { ruleTooDeep, todayInRule } from './rules/conditionShape.ts';
import { extensionsOpen } from './rules/files.ts';
import {
  equalLabels,
  equalOptions,
  equalTitles,
  literalName,
  similarIds,
  singleOption,
} from './rules/lookalikes.ts';
import { ownSettings } from './rules/ownSettings.ts';
import { patterns } from './rules/patterns.ts';
import { portalOnly } from './rules/portalOnly.ts';
import { prefillIgnored } from './rules/prefill.ts';
import { purposeMissing } from './rules/purpose.ts';
import { impossibleComparison } from './rules/impossibleComparison.ts';
import {
  alwaysVisible,
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
  manyFields,
  nestedGroup,
  pagesOrElements,
  reservedId,
  tooManyElements,
} from './rules/structure.ts';
import { labelMissing, languageMissing, textBlank, translationMissing } from './rules/texts.ts';

export const lintRules: readonly LintRule[] = [
  ...shapeRules,
  pagesOrElements,
  tooManyElements,
  manyFields,
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
  ruleTooDeep,
  todayInRule,
  impossibleComparison,
  alwaysVisible,
  neverVisible,
  requiredNeverVisible,
  unreachablePage,
  equalLabels,
  equalOptions,
  equalTitles,
  singleOption,
  similarIds,
  literalName,
  labelMissing,
  textBlank,
  languageMissing,
  translationMissing,
  prefillIgnored,
  purposeMissing,
  extensionsOpen,
  copyUnknown,
  copyNoEmail,
  textContrast,
  backgroundContrast,
  ownSettings,
  patterns,
  portalOnly,
];

/** A warning that the author has excluded with a reason. */
export type IgnoredFinding = Finding & { reason: string };

export type LintResult = { findings: Finding[]; ignored: IgnoredFinding[] };

/** Returns false for a document that is too large or too deep to be linted. */
function hasReadableSize(whole: unknown): boolean {
  let [parts, level] = [0, [whole]];
  for (let depth = 0; level.length > 0; depth += 1) {
    parts += level.length;
    if (parts > formLimits.maxParts || depth > formLimits.maxDepth) return false;
    level = level.flatMap((part) =>
      typeof part === 'object' && part !== null ? (Object.values(part) as unknown[]) : [],
    );
  }
  return true;
}

/**
 * Returns the errors and warnings of a definition; never throws, whatever its shape. Command line,
 * server and editor run this.
 */
export function lintDefinition(definition: unknown, registry: Registry): LintResult {
  if (!hasReadableSize(definition))
    return { findings: [{ rule: 'tooLarge', severity: 'error', pointer: '' }], ignored: [] };
  const form = createLintedForm(definition, registry);
  const rules =
    form.elements.length > formLimits.maxElements ? [...shapeRules, tooManyElements] : lintRules;
  const found = rules.flatMap(({ name, severity, find }) =>
    find(form).map((each): Finding => ({ rule: name, severity, ...each })),
  );

  const exceptions = form.shape.some(({ pointer }) => pointer.startsWith('/lintIgnore'))
    ? []
    : (form.definition.lintIgnore ?? []);
  const findPointer = (id: string) =>
    form.elements.find(({ element }) => element.id === id)?.pointer;
  const matchesException = (
    { rule, element }: (typeof exceptions)[number],
    finding: Finding,
  ): boolean => {
    const place = element === undefined ? '' : findPointer(element);
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
    const exception = exceptions.find((each) => matchesException(each, finding));
    if (exception) ignored.push({ ...finding, reason: exception.reason });
    else findings.push(finding);
  }
  const useless = exceptions.flatMap((exception, index): Finding[] => {
    if (ignored.some((finding) => matchesException(exception, finding))) return [];
    const pointer = joinPointer('', 'lintIgnore', index);
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
      errorsFirst.length > formLimits.maxFindings
        ? errorsFirst.slice(0, formLimits.maxFindings)
        : [...findings, ...useless],
    ignored,
  };
}
