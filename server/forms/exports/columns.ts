import { localize, type Language } from '#schemas/platform/common.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { ColumnNames } from '#schemas/forms/submissions.ts';
import {
  createReader,
  displayValue,
  listFields,
  mapAnswers,
  readValues,
  type AnswerMap,
  type ExportedSubmission,
  type Field,
} from '#server/forms/submissions/service.ts';
import { isDay } from '#src/engine/core/values/formats.ts';
import { buildReference } from '#server/forms/reference.ts';
import { getTexts } from '#server/texts.ts';

/** A cell; each format writes days and instants in its own way. An id is never a formula. */
export type Cell =
  string | number | boolean | null | { day: string } | { instant: string } | { id: string };

export type Table = {
  header: string[];
  /** kinds of the columns, of the newest revision that asks */
  kinds: ('day' | 'instant' | 'other')[];
  toRow: (submission: ExportedSubmission) => Cell[];
};

type Options = { names: ColumnNames; language: Language };
type Revision = { number: number; definition: FormDefinition };

/** Facts of a submission, which precede the answers. */
const facts = {
  reference: 'export.reference',
  submissionId: 'export.submissionId',
  submittedAt: 'export.submittedAt',
  revision: 'export.revision',
  language: 'export.language',
  source: 'export.source',
  state: 'export.state',
  assigneeId: 'export.assigneeId',
  note: 'export.note',
  caseId: 'export.caseId',
  suspicions: 'export.suspicions',
} as const;

const toId = (id: string | null): Cell => (id === null ? null : { id });

function listFacts(submission: ExportedSubmission, { names, language }: Options): Cell[] {
  const text = getTexts(language);
  const { source, state } = submission;
  const isInWords = names === 'label';
  return [
    buildReference(submission.id),
    { id: submission.id },
    { instant: submission.submittedAt },
    submission.revision,
    submission.language,
    isInWords ? text('export.sourceName', { source }) : source,
    isInWords ? text('export.stateName', { state }) : state,
    toId(submission.assigneeId),
    submission.note,
    toId(submission.caseId),
    submission.suspicions.join(', '),
  ];
}

/** Returns a typed cell; rows of a group are lines of a text. */
function toCell(field: Field, answers: AnswerMap, language: Language): Cell {
  const values = readValues(field, answers);
  const reader = createReader(language);
  if (field.groupId !== null) {
    const lines = values.map((value) => displayValue(field, value, reader).replaceAll('\n', ', '));
    return lines.some((line) => line !== '') ? lines.join('\n') : null;
  }
  const [value] = values;
  if (value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (field.element.type === 'date' && isDay(value)) return { day: value };
  return displayValue(field, value, reader);
}

/**
 * Lists the questions of all revisions in the order of their first appearance, each as the newest
 * revision has it.
 */
function mergeFields(revisions: readonly Revision[]): Map<string, Field> {
  const merged = new Map<string, Field>();
  for (const { definition } of revisions)
    for (const field of listFields(definition)) merged.set(field.key, field);
  return merged;
}

/** Names columns by their labels; equal ones have their ids too. */
function nameFields(fields: readonly Field[], { names, language }: Options): string[] {
  const labels = fields.map(({ element, key }) =>
    names === 'id' ? key : localize(element.label ?? '', language) || key,
  );
  return labels.map((label, index) =>
    labels.filter((other) => other === label).length > 1
      ? `${label} (${fields[index]?.key ?? ''})`
      : label,
  );
}

/** Builds the columns of a form's submissions, the same for all of its revisions. */
export function buildTable(revisions: readonly Revision[], options: Options): Table {
  const fields = [...mergeFields(revisions).values()];
  const text = getTexts(options.language);
  const asked = new Map(
    revisions.map(({ number, definition }) => [
      number,
      new Map(listFields(definition).map((field) => [field.key, field])),
    ]),
  );
  const factNames = Object.entries(facts).map(([name, textId]) =>
    options.names === 'id' ? name : text(textId, {}),
  );
  return {
    header: [...factNames, ...nameFields(fields, options)],
    kinds: [
      ...Object.keys(facts).map((name) => (name === 'submittedAt' ? 'instant' : 'other')),
      ...fields.map(({ element }) => (element.type === 'date' ? 'day' : 'other')),
    ],
    toRow(submission) {
      const answers = mapAnswers(submission.answers);
      const own = asked.get(submission.revision);
      const cells = fields.map(({ key }) => {
        const field = own?.get(key);
        return field ? toCell(field, answers, options.language) : null;
      });
      return [...listFacts(submission, options), ...cells];
    },
  };
}
