import {
  languages,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { hasTooManyDigits, parseNumber } from '#src/engine/core/values/numbers.ts';

/** Removes the unit of the field, for example m², from a typed number. */
function removeUnit(text: string, unit: string | undefined): string {
  const cleaned = cleanTyped(text, 'code');
  return unit ? cleaned.replace(cleanTyped(unit, 'code'), '') : cleaned;
}

/** Parses a number typed in the language's notation, with or without its unit. */
export const parseTyped = (
  text: string,
  unit: LocalizedText | undefined,
  language: Language,
): number | undefined => parseNumber(removeUnit(text, unit && localize(unit, language)), language);

/** Returns true for a typed number, with or without its unit, that has too many digits to be kept. */
export const isTooLong = (text: string, unit: LocalizedText | undefined): boolean =>
  languages.some((language) =>
    hasTooManyDigits(removeUnit(text, unit && localize(unit, language))),
  );
