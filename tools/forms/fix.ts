import { applyEdits, modify } from 'jsonc-parser';
import { lintDocument, pathOf, withoutMark } from './lintDocument.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** Makes the changes that are safe without asking, one after the other: each may move what comes after it. */
export function fixDocument(text: string): { text: string; fixed: number } {
  let [fixed, current] = [0, withoutMark(text)];
  for (;;) {
    const fix = lintDocument(current).findings.find((finding) => finding.fix)?.fix;
    const next =
      fix &&
      applyEdits(current, modify(current, pathOf(fix.pointer), fix.value, { formattingOptions }));
    if (next === undefined || next === current)
      return { text: fixed === 0 ? text : current, fixed };
    current = next;
    fixed += 1;
  }
}
