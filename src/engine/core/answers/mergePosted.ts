import type { Language } from '#schemas/platform/common.ts';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import {
  isAsked,
  isEmptyAnswer,
  type AnyElementType,
  type PostedContext,
  type PostedFields,
  type UploadInAnswer,
} from '../element.ts';
import { isBlank } from '../values/isBlank.ts';
import { cleanValue } from './cleanAnswers.ts';
import { getAnswer, type Answers } from '../evaluation/conditions.ts';
import { readRows, type FormState } from '../evaluation/evaluateForm.ts';
import {
  formatFieldName,
  formatRowAddress,
  removePart,
  type FieldAddress,
} from '../fieldAddress.ts';

/** Values of a posted form by field name. */
export type PostedValues = ReadonlyMap<string, readonly string[]>;

/** A page that was posted: its elements, what it has shown, and the answers before. */
export type PostedPage = {
  elements: readonly FormElement[];
  shown: FormState['shown'];
  answers: Answers;
  /** Files that were posted with the page, by address. */
  uploads?: ReadonlyMap<FieldAddress, readonly UploadInAnswer[]>;
};

type ParseContext = { today: string; language: Language };

// Browsers post every line break as CRLF; with scripts, an answer has LF.
const toLines = (text: string): string => text.replaceAll('\r\n', '\n');

const createFields = (posted: PostedValues, address: FieldAddress): PostedFields => ({
  read: (part) => toLines(posted.get(formatFieldName(address, part))?.[0] ?? ''),
  list: () => posted.get(formatFieldName(address)) ?? [],
});

function parseElement(
  elementType: AnyElementType,
  element: FormElement,
  fields: PostedFields,
  context: PostedContext,
): unknown {
  if (elementType.parsePosted)
    return cleanValue(elementType, element, elementType.parsePosted(fields, element, context));
  const text = fields.read().trim();
  if (isBlank(text)) return undefined;
  const answer: unknown = elementType.parseText?.(text, element, context) ?? text;
  return cleanValue(elementType, element, answer);
}

/**
 * Merges the fields of a page that was posted without scripts into its answers. Elements that the
 * page did not show keep their answer, and so do types that need scripts.
 */
export function mergePosted(
  { elements, shown, answers, uploads }: PostedPage,
  posted: PostedValues,
  context: ParseContext,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...answers };

  function put(element: FormElement, address: FieldAddress, into: Record<string, unknown>): void {
    const placed = shown.get(address);
    if (!placed || !isAsked(placed.elementType)) return;
    const { elementType, value } = placed;
    if (elementType.rows) {
      into[element.id] = readRows(value).map((row, index) => mergeRow(element, row, index));
      return;
    }
    if (elementType.needsScripts) return;
    const find = (id: string) => getAnswer(into, id) ?? getAnswer(merged, id);
    const fields = createFields(posted, address);
    const answer = elementType.uploads
      ? mergeUploads(elementType.uploads.list(value ?? []), address)
      : parseElement(elementType, element, fields, { ...context, find });
    if (isEmptyAnswer(elementType, answer)) delete into[element.id];
    else into[element.id] = answer;
  }

  function mergeUploads(before: readonly UploadInAnswer[], address: FieldAddress) {
    const removed = posted.get(formatFieldName(address, removePart)) ?? [];
    const kept = before.filter(({ entityId }) => !removed.includes(entityId));
    return [...kept, ...(uploads?.get(address) ?? [])];
  }

  function mergeRow(group: FormElement, before: Answers, index: number): Record<string, unknown> {
    const row = { ...before };
    for (const child of listChildren(group))
      put(child, formatRowAddress(group.id, index, child.id), row);
    return row;
  }

  for (const element of elements) put(element, element.id, merged);
  return merged;
}
