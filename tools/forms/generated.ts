import { readFileSync } from 'node:fs';
import { definitionSchema } from '#src/engine/core/definitionSchema.ts';
import { registry } from '#widgets/registry.ts';
import { withGeneratedParts } from './docs.ts';

/** The schema that editors complete and explain definitions with. */
const schemaFile = 'schemas/form-definition.schema.json';
const docsFile = 'docs/forms.md';

export type GeneratedFile = { file: string; text: string };

/** Every file that is made from the registry, as it should be now. */
export function generatedFiles(): GeneratedFile[] {
  return [
    { file: schemaFile, text: `${JSON.stringify(definitionSchema(registry), null, 2)}\n` },
    { file: docsFile, text: withGeneratedParts(readFileSync(docsFile, 'utf8')) },
  ];
}
