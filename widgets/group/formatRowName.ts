import { localize, type Language, type LocalizedText } from '#schemas/platform/common.ts';

/** Names a row, counted from 0: "Zeuge 1". */
export const formatRowName = (
  { rowLabel, label = '' }: { rowLabel?: LocalizedText; label?: LocalizedText },
  row: number,
  language: Language,
): string => `${localize(rowLabel ?? label, language)} ${row + 1}`.trim();
