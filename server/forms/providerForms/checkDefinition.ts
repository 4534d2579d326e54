import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import type { FormFinding } from '#schemas/platform/findings.ts';
import { findChangedTypes } from '#src/engine/core/lint/findChangedTypes.ts';
import { formatFinding, type Finding } from '#src/engine/core/lint/finding.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { createDefinitionProblem } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/** A finding with its place in the request's body. */
function presentFinding(finding: Finding, language: Language): FormFinding {
  const { rule, severity, pointer, suggestion } = finding;
  return {
    rule,
    severity,
    pointer: `/definition${pointer}`,
    message: formatFinding(finding, getTexts(language)),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/**
 * Throws `invalidDefinition` with all findings of the lint if one is an error; else returns the
 * warnings.
 */
export function checkDefinition(definition: unknown, language: Language): FormFinding[] {
  const findings = lintDefinition(definition, portalRegistry).findings.map((finding) =>
    presentFinding(finding, language),
  );
  if (findings.some(({ severity }) => severity === 'error'))
    throw createDefinitionProblem(findings);
  return findings;
}

/** Returns the warnings about a definition that replaces a published one. */
export const checkChanges = (
  definition: unknown,
  published: unknown,
  language: Language,
): FormFinding[] =>
  findChangedTypes(definition, published, portalRegistry).map((finding) =>
    presentFinding(finding, language),
  );

/** Lints the definition in a body that the contract refuses. */
export function explainDefinition(body: unknown, request: FastifyRequest): void {
  if (typeof body === 'object' && body !== null && 'definition' in body)
    checkDefinition(body.definition, getLanguage(request));
}
