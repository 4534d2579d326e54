import { readFileSync } from 'node:fs';
import type { FormContent } from '#schemas/forms/forms.ts';
import { compileValidators } from '#server/validators/compileValidators.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/** Returns the source of a module with a portal form and its compiled validators. */
export async function renderPortalFormModule(file: string): Promise<string> {
  const content = JSON.parse(readFileSync(file, 'utf8')) as FormContent;
  const { module } = await compileValidators(toJsonSchema(content, portalRegistry));
  return `${module}export const content=${JSON.stringify(content)};\n`;
}
