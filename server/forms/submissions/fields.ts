import type { Language } from '#schemas/platform/common.ts';
import {
  listChildren,
  listElements,
  type Answer,
  type FormDefinition,
  type FormElement,
} from '#schemas/forms/forms.ts';
import {
  displayAnswer,
  hasAnswer,
  isEmptyAnswer,
  type AnyElementType,
  type DisplayContext,
} from '#src/engine/core/element.ts';
import { readRows } from '#src/engine/core/evaluation/evaluateForm.ts';
import { getTexts } from '#server/texts.ts';
import { registry } from '#widgets/registry.ts';

/** A question of a form, or of the rows of a group. */
export type Field = {
  /** the element's id, `group.element` in a group */
  key: string;
  element: FormElement;
  elementType: AnyElementType;
  groupId: string | null;
};

function buildField(element: FormElement, groupId: string | null): Field[] {
  const elementType = registry.get(element.type);
  if (!elementType || !hasAnswer(elementType)) return [];
  const key = groupId === null ? element.id : `${groupId}.${element.id}`;
  return [{ key, element, elementType, groupId }];
}

/** Lists the questions of a form in order; a group has those of its rows. */
export const listFields = (definition: FormDefinition): Field[] =>
  listElements(definition).flatMap((element) =>
    registry.get(element.type)?.rows
      ? listChildren(element).flatMap((child) => buildField(child, element.id))
      : buildField(element, null),
  );

/** Answers by the id of their element. */
export type AnswerMap = ReadonlyMap<string, unknown>;

export const mapAnswers = (answers: readonly Answer[]): AnswerMap =>
  new Map(answers.map(({ elementId, value }) => [elementId, value]));

/** Returns the value of a field, one per row in a group; undefined for no answer. */
export function readValues({ element, elementType, groupId }: Field, answers: AnswerMap) {
  const values =
    groupId === null
      ? [answers.get(element.id)]
      : readRows(answers.get(groupId)).map((row) => row[element.id]);
  return values.map((value) => (isEmptyAnswer(elementType, value) ? undefined : value));
}

/** Returns language and texts to display answers. */
export const createReader = (language: Language): DisplayContext => ({
  language,
  text: getTexts(language),
});

export const displayValue = (
  { element, elementType }: Field,
  value: unknown,
  reader: DisplayContext,
): string => (value === undefined ? '' : displayAnswer(elementType, value, element, reader));
