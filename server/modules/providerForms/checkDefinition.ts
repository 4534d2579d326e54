import type { Language } from '#schemas/common.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import type { FormWarning } from '#schemas/providerForms.ts';
import { findingText, type Finding } from '#src/engine/core/lint/finding.ts';
import { errorsIn, lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

const placeOf = ({ pointer }: Finding): string => `/definition${pointer}`;

/** Throws `invalidDefinition` with every error at its place; answers what is doubtful, for the author to read. */
export function checkDefinition(definition: FormDefinition, language: Language): FormWarning[] {
  const result = lintDefinition(definition, portalRegistry);
  const textOf = (finding: Finding) => findingText(finding, textsIn(language));
  const errors = errorsIn(result);
  if (errors.length > 0) throw problem('invalidDefinition', Object.fromEntries(errors.reverse().map((finding) => [placeOf(finding), textOf(finding)])));
  return result.findings.map((finding) => ({ rule: finding.rule, pointer: placeOf(finding), message: textOf(finding) }));
}
