import type { LocalizedText } from '#schemas/common.ts';
import type { DraftAnswer } from '#schemas/drafts.ts';
import { childrenOf, type FormElement } from '#schemas/forms.ts';
import type { RowKey } from './answerStore.ts';
import { isEmptyAnswer } from './element.ts';
import { isRow, rowsIn } from './evaluateForm.ts';
import { unknownType, type Registry } from './registry.ts';
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
    return {
      value: undefined,
      lostFiles: uploads.flatMap((upload) =>
        isRow(upload) && typeof upload['name'] === 'string' ? [upload['name']] : [],
      ),
    };
  }
  if (!elementType?.rows || !Array.isArray(value)) return { value, lostFiles: [] };
  const lostFiles: string[] = [];
  const rows = rowsIn(value).map((row) =>
    Object.fromEntries(
      childrenOf(element).flatMap((child) => {
        const kept = withoutUploads(child, row[child.id], registry);
        lostFiles.push(...kept.lostFiles);
        return kept.value === undefined ? [] : [[child.id, kept.value] as const];
      }),
    ),
  );
  return { value: rows, lostFiles };
}

/** Mistakes that nobody can have typed: the element takes another kind of answer, or no longer this choice. */
const changedRules = new Set(['type', 'enum', 'const']);

type Fitting = { value: unknown; lostAnswers: LocalizedText[] };

/** What of an answer given to an earlier revision still can be one, in the rows of a group each answer for itself. */
function fittingOf(
  element: FormElement,
  kept: Pick<KeptAnswer, 'value' | 'type' | 'question' | 'inside'>,
  { registry, check }: Pick<CarryOptions, 'registry' | 'check'>,
): Fitting {
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
  const children = new Map(childrenOf(element).map((child) => [child.id, child]));
  const lostAnswers: LocalizedText[] = [];
  const rows = rowsIn(value).map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([id, answer]) => {
        if (isEmptyAnswer(unknownType, answer)) return [];
        const [child, was] = [children.get(id), inside[id]];
        const fitting = child
          ? fittingOf(
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

/** Each question once, however many rows have asked it. */
const distinct = (questions: readonly LocalizedText[]): LocalizedText[] => [
  ...new Map(questions.map((question) => [JSON.stringify(question), question])).values(),
];

/**
 * Takes up the answers of a draft: all of them in the revision they were given to, however wrong, for they are what
 * somebody typed; in a newer one those that still can be answers (decisions.md, Drafts).
 */
export function carryAnswers(
  kept: Readonly<Record<string, KeptAnswer>>,
  { elements, registry, check, workflowKey, revision }: CarryOptions,
): Carried {
  const carried: Carried = { answers: {}, rows: {}, lostFiles: [], lostAnswers: [] };
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
        : fittingOf(element, answer, { registry, check });
    carried.lostAnswers.push(...distinct(fitting.lostAnswers));
    if (fitting.value === undefined) continue;
    const { value, lostFiles } =
      answer.workflowKey === workflowKey
        ? { value: fitting.value, lostFiles: [] }
        : withoutUploads(element, fitting.value, registry);
    carried.lostFiles.push(...lostFiles);
    if (value === undefined) continue;
    carried.answers[id] = value;
    if (answer.rows) carried.rows[id] = answer.rows;
  }
  return carried;
}
