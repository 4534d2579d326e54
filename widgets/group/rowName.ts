import { localized, type Language, type LocalizedText } from '#schemas/common.ts';

/** What one row of a group is called, counted from 0: "Zeuge 1". */
export const rowName = (
  { rowLabel, label = '' }: { rowLabel?: LocalizedText; label?: LocalizedText },
  row: number,
  language: Language,
): string => `${localized(rowLabel ?? label, language)} ${row + 1}`.trim();
