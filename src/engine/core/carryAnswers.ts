import type { LocalizedText } from '#schemas/common.ts';
import { childrenOf, type FormElement } from '#schemas/forms.ts';
import type { DraftAnswer } from '#src/lib/drafts.ts';
import type { RowKey } from './answerStore.ts';
import { isRow } from './evaluateForm.ts';
import type { Registry } from './registry.ts';
import type { CompiledCheck } from './validateAnswers.ts';

/** An answer as a draft keeps it; when it was given does not matter here. */
export type KeptAnswer = Omit<DraftAnswer, 'at'>;

/** What becomes of a draft when it is taken up. */
export type Carried = {
  answers: Record<string, unknown>;
  rows: Record<string, readonly RowKey[]>;
  /** Names of the files that stayed with another workflow. */
  lostFiles: string[];
  /** Questions whose answers the form as it is now does not take: it was changed since. */
  lostAnswers: LocalizedText[];
};

export type CarryOptions = {
  elements: readonly FormElement[];
  registry: Registry;
  check: CompiledCheck;
  workflowKey: string;
  revision: number;
};

type Kept = { value: unknown; lostFiles: string[] };

/** A value without the uploads in it, also those in the rows of a group. */
function withoutUploads(element: FormElement, value: unknown, registry: Registry): Kept {
  const elementType = registry.get(element.type);
  if (elementType?.uploadsIn) {
    const uploads: unknown[] = Array.isArray(value) ? value : [];
    return { value: undefined, lostFiles: uploads.flatMap((upload) => (isRow(upload) && typeof upload['name'] === 'string' ? [upload['name']] : [])) };
  }
  if (!elementType?.rows || !Array.isArray(value)) return { value, lostFiles: [] };
  const lostFiles: string[] = [];
  const rows = value.filter(isRow).map((row) => Object.fromEntries(childrenOf(element).flatMap((child) => {
    const kept = withoutUploads(child, row[child.id], registry);
    lostFiles.push(...kept.lostFiles);
    return kept.value === undefined ? [] : [[child.id, kept.value] as const];
  })));
  return { value: rows, lostFiles };
}

/** Mistakes that nobody can have typed: the element takes another kind of answer, or no longer this choice. */
const changedRules = new Set(['type', 'enum', 'const']);

/**
 * Takes up the answers of a draft: all of them in the revision they were given to, however wrong, for they are what
 * somebody typed; in a newer one those that still can be answers (decisions.md, Drafts).
 */
export function carryAnswers(kept: Readonly<Record<string, KeptAnswer>>, { elements, registry, check, workflowKey, revision }: CarryOptions): Carried {
  const carried: Carried = { answers: {}, rows: {}, lostFiles: [], lostAnswers: [] };
  const fits = (element: FormElement, value: unknown): boolean =>
    registry.get(element.type)?.value === undefined || !check(element.id, value).some(({ keyword }) => changedRules.has(keyword));

  for (const [id, answer] of Object.entries(kept)) {
    if (answer.value === undefined) continue;
    const element = elements.find((each) => each.id === id);
    const isSameForm = answer.revision === revision;
    if (!element || (!isSameForm && (element.type !== answer.type || !fits(element, answer.value)))) {
      carried.lostAnswers.push(answer.question);
      continue;
    }
    const { value, lostFiles } = answer.workflowKey === workflowKey ? { value: answer.value, lostFiles: [] } : withoutUploads(element, answer.value, registry);
    carried.lostFiles.push(...lostFiles);
    if (value === undefined) continue;
    carried.answers[id] = value;
    if (answer.rows) carried.rows[id] = answer.rows;
  }
  return carried;
}
