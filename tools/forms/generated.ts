import { readFileSync } from 'node:fs';
import { describedSchema } from './describedSchema.ts';
import { updateGeneratedParts } from './docs.ts';

/** Editors use this schema for completion and validation. */
const schemaFile = 'schemas/forms/form-definition.schema.json';
const docsFile = 'docs/forms.md';

export type GeneratedFile = { file: string; text: string };

/** Returns every file that is generated from the registry, with its current content. */
export function generateFiles(): GeneratedFile[] {
  return [
    { file: schemaFile, text: `${JSON.stringify(describedSchema, null, 2)}\n` },
    { file: docsFile, text: updateGeneratedParts(readFileSync(docsFile, 'utf8')) },
  ];
}
