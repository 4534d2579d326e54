import type { LocalizedText } from '#schemas/platform/common.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';

// JSON columns are validated before they are stored, so their types are known.

export const parseDefinition = (column: string): FormDefinition =>
  JSON.parse(column) as FormDefinition;

export const parseAnswers = (column: string): Answer[] => JSON.parse(column) as Answer[];

export const parseLocalizedText = (column: string): LocalizedText =>
  JSON.parse(column) as LocalizedText;

export const parseStrings = (column: string): string[] => JSON.parse(column) as string[];
