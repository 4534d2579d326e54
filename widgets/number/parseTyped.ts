import { localize, type Language, type LocalizedText } from '#schemas/platform/common.ts';
import { parseNumber } from '#src/engine/core/values/numbers.ts';

/** Parses a number typed in the language's notation, with or without its unit. */
export const parseTyped = (
  text: string,
  unit: LocalizedText | undefined,
  language: Language,
): number | undefined =>
  parseNumber(unit ? text.replace(localize(unit, language), '') : text, language);
