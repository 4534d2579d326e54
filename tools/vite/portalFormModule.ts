import { readFileSync } from 'node:fs';
import type { FormContent } from '#schemas/forms/forms.ts';
import { compileValidators } from '#server/validators/compileValidators.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/**
 * Returns the source of a module with a portal form and its compiled validators. Compiles without a
 * timeout: the forms are our own, and on a busy machine a build blocks its thread for seconds.
 */
export async function renderPortalFormModule(file: string): Promise<string> {
  const content = JSON.parse(readFileSync(file, 'utf8')) as FormContent;
  const { module } = await compileValidators(toJsonSchema(content, portalRegistry), Infinity);
  return `${module}export const content=${JSON.stringify(content)};\n`;
}
