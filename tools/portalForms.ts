import { readFileSync } from 'node:fs';
import type { FormContent } from '#schemas/forms.ts';
import { compileValidators } from '#server/validators/compileValidators.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/** A portal form as a module: its content, and the same compiled rules that the server makes for a published form. */
export async function portalFormModule(file: string): Promise<string> {
  const content = JSON.parse(readFileSync(file, 'utf8')) as FormContent;
  const { module } = await compileValidators(compileForm(content, portalRegistry));
  return `${module}export const content=${JSON.stringify(content)};\n`;
}
