import type { LocalizedText } from '#schemas/platform/common.ts';
import type { DraftAnswer } from '#schemas/forms/drafts.ts';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import type { RowKey } from './rowKeys.ts';
import { isEmptyAnswer } from '../element.ts';
import { isRow, readRows } from '../evaluation/evaluateForm.ts';
import { unknownType, type Registry } from '../registry.ts';
import type { CompiledCheck } from '../validation/validateAnswers.ts';

export type StoredAnswer = Omit<DraftAnswer, 'at'>;

/** The answers of a draft that the current form accepts, and what was lost. */
export type RestoredDraft = {
  answers: Record<string, unknown>;
  rows: Record<string, readonly RowKey[]>;
  /** Names of files that belong to another workflow. */
  lostFiles: string[];
  /** Questions whose answers the current revision no longer accepts. */
  lostAnswers: LocalizedText[];
};

export type RestoreOptions = {
  elements: readonly FormElement[];
  registry: Registry;
  check: CompiledCheck;
  workflowKey: string;
  revision: number;
};

type WithoutUploads = { value: unknown; lostFiles: string[] };

/** Removes the uploads from a value, also from the rows of a group. */
function dropUploads(element: FormElement, value: unknown, registry: Registry): WithoutUploads {
  const elementType = registry.get(element.type);
  if (elementType?.uploads) {
    const uploads: unknown[] = Array.isArray(value) ? value : [];
    return {
      value: undefined,
      lostFiles: uploads.flatMap((upload) =>
        isRow(upload) && typeof upload['name'] === 'string' ? [upload['name']] : [],
      ),
    };
  }
  if (!elementType?.rows || !Array.isArray(value)) return { value, lostFiles: [] };
  const lostFiles: string[] = [];
  const rows = readRows(value).map((row) =>
    Object.fromEntries(
      listChildren(element).flatMap((child) => {
        const kept = dropUploads(child, row[child.id], registry);
        lostFiles.push(...kept.lostFiles);
        return kept.value === undefined ? [] : [[child.id, kept.value] as const];
      }),
    ),
  );
  return { value: rows, lostFiles };
}

/** Rules that only a changed form breaks: another kind of answer, or an option that was removed. */
const changedRules = new Set(['type', 'enum', 'const']);

type FittedAnswer = { value: unknown; lostAnswers: LocalizedText[] };

/**
 * Keeps what is still valid of an answer to an earlier revision; in a group, each row's answers
 * separately.
 */
function fitAnswer(
  element: FormElement,
  kept: Pick<StoredAnswer, 'value' | 'type' | 'question' | 'inside'>,
  { registry, check }: Pick<RestoreOptions, 'registry' | 'check'>,
): FittedAnswer {
  const { value, type, question, inside = {} } = kept;
  const elementType = registry.get(element.type);
  const lost = { value: undefined, lostAnswers: [question] };
  if (element.type !== type) return lost;
  if (!elementType?.rows) {
    const fits =
      elementType?.value === undefined ||
      !check(element.id, value).some(({ keyword }) => changedRules.has(keyword));
    return fits ? { value, lostAnswers: [] } : lost;
  }
  if (!Array.isArray(value)) return lost;
  const children = new Map(listChildren(element).map((child) => [child.id, child]));
  const lostAnswers: LocalizedText[] = [];
  const rows = readRows(value).map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([id, answer]) => {
        if (isEmptyAnswer(unknownType, answer)) return [];
        const [child, was] = [children.get(id), inside[id]];
        const fitting = child
          ? fitAnswer(
              child,
              {
                value: answer,
                type: was?.type ?? child.type,
                question: was?.question ?? child.label ?? id,
              },
              { registry, check },
            )
          : { value: undefined, lostAnswers: [was?.question ?? question] };
        lostAnswers.push(...fitting.lostAnswers);
        return fitting.value === undefined ? [] : [[id, fitting.value] as const];
      }),
    ),
  );
  return { value: rows, lostAnswers };
}

/** Lists each question once, although every row of a group may have lost its answer. */
const deduplicate = (questions: readonly LocalizedText[]): LocalizedText[] => [
  ...new Map(questions.map((question) => [JSON.stringify(question), question])).values(),
];

/**
 * Restores the answers of a draft (docs/behaviour/forms.md#drafts). Answers to the current revision
 * are kept even if invalid; answers to an older one only if the form still accepts them.
 */
export function restoreDraft(
  kept: Readonly<Record<string, StoredAnswer>>,
  { elements, registry, check, workflowKey, revision }: RestoreOptions,
): RestoredDraft {
  const carried: RestoredDraft = { answers: {}, rows: {}, lostFiles: [], lostAnswers: [] };
  for (const [id, answer] of Object.entries(kept)) {
    if (answer.value === undefined) continue;
    const element = elements.find((each) => each.id === id);
    if (!element) {
      carried.lostAnswers.push(answer.question);
      continue;
    }
    const fitting =
      answer.revision === revision
        ? { value: answer.value, lostAnswers: [] }
        : fitAnswer(element, answer, { registry, check });
    carried.lostAnswers.push(...deduplicate(fitting.lostAnswers));
    if (fitting.value === undefined) continue;
    const { value, lostFiles } =
      answer.workflowKey === workflowKey
        ? { value: fitting.value, lostFiles: [] }
        : dropUploads(element, fitting.value, registry);
    carried.lostFiles.push(...lostFiles);
    if (value === undefined) continue;
    carried.answers[id] = value;
    if (answer.rows) carried.rows[id] = answer.rows;
  }
  return carried;
}
