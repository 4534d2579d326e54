import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/common.ts';
import type { FormFinding } from '#schemas/findings.ts';
import { findingText, type Finding } from '#src/engine/core/lint/finding.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { definitionProblem } from '#server/http/errors.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/** A finding as a call tells it, at its place in the body. */
function presentFinding(finding: Finding, language: Language): FormFinding {
  const { rule, severity, pointer, suggestion } = finding;
  return {
    rule,
    severity,
    pointer: `/definition${pointer}`,
    message: findingText(finding, textsIn(language)),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Throws `invalidDefinition` with everything the lint finds, if one of it is an error; answers what is doubtful, for the author to read. */
export function checkDefinition(definition: unknown, language: Language): FormFinding[] {
  const findings = lintDefinition(definition, portalRegistry).findings.map((finding) =>
    presentFinding(finding, language),
  );
  if (findings.some(({ severity }) => severity === 'error')) throw definitionProblem(findings);
  return findings;
}

/** What the lint has to say about the definition in a body that the contract refuses. */
export function explainDefinition(body: unknown, request: FastifyRequest): void {
  if (typeof body === 'object' && body !== null && 'definition' in body)
    checkDefinition(body.definition, languageOf(request));
}
