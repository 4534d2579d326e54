import { applyEdits, modify } from 'jsonc-parser';
import { lintDocument, parsePath, removeByteOrderMark } from './lintDocument.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** Applies the safe fixes one by one, because each may move what follows. */
export function fixDocument(text: string): { text: string; fixed: number } {
  let [fixed, current] = [0, removeByteOrderMark(text)];
  for (;;) {
    const fix = lintDocument(current).findings.find((finding) => finding.fix)?.fix;
    const next =
      fix &&
      applyEdits(
        current,
        modify(current, parsePath(fix.pointer), fix.value, { formattingOptions }),
      );
    if (next === undefined || next === current)
      return { text: fixed === 0 ? text : current, fixed };
    current = next;
    fixed += 1;
  }
}
