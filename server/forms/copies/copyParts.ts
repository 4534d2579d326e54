import type { EvidenceRecord, ShownItem } from '#schemas/forms/evidence.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';

/** A part of a copy: a heading, or a question with its answer. */
export type CopyPart =
  | { kind: 'page' | 'section' | 'row'; title: string }
  | { kind: 'answer'; label: string; words: string };

function toPart({ role, label, address, words }: ShownItem, text: FormatMessage): CopyPart[] {
  if (role === 'text') return [];
  if (role === 'question')
    return [{ kind: 'answer', label: label ?? address, words: words ?? text('answer.none', {}) }];
  return label === undefined ? [] : [{ kind: role === 'row' ? 'row' : 'section', title: label }];
}

/** Lists what a visitor was asked and has answered, without the notices between. */
export const listCopyParts = (pages: EvidenceRecord['pages'], text: FormatMessage): CopyPart[] =>
  pages.flatMap(({ title, shown }) => [
    ...(pages.length === 1 ? [] : [{ kind: 'page' as const, title }]),
    ...shown.flatMap((item) => toPart(item, text)),
  ]);
