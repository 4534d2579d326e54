import { deepEquals } from '@rjsf/utils';
import { useLayoutEffect } from 'react';
import { listEveryElement, listPages, type FormContent } from '#schemas/forms/forms.ts';
import type { KnownPerson } from '#schemas/platform/common.ts';
import { createAnswerStore, type AnswerStore } from '#src/engine/core/answers/answerStore.ts';
import { isBlank } from '#src/engine/core/values/isBlank.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import { getToday } from '#src/engine/react/context/getToday.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';

export type ThemeOptions = {
  /** Element types by name; they bring their views. */
  registry: Registry;
  /** Today where the form is filled in, as YYYY-MM-DD; by default in the device's time zone. */
  today?: () => string;
  person?: KnownPerson;
};

type FieldEngineOptions = ThemeOptions & {
  content: FormContent;
  revision?: number;
  initial?: Answers;
};

/** Creates the engine that element views read. It reports no errors, because RJSF validates. */
export function createFieldEngine({
  content,
  revision = 1,
  registry,
  person = {},
  today = getToday,
  initial = {},
}: FieldEngineOptions): FormEngine {
  const pages = listPages(content);
  const check = () => [];
  return {
    content,
    revision,
    pages,
    elements: listEveryElement(content),
    registry,
    schema: toJsonSchema(content, registry).schema,
    check,
    store: createAnswerStore({
      pages,
      registry,
      initial,
      check,
      context: () => ({ today: today(), revision, person }),
    }),
    person,
    touched: new Set(),
    setRules: () => undefined,
  };
}

/** RJSF has no empty text and no empty list where nothing is answered. */
export const toFormData = (value: unknown): unknown => (isBlank(value) ? undefined : value);

const isSame = (left: unknown, right: unknown): boolean =>
  deepEquals(toFormData(left), toFormData(right));

/** Copies form data into the answer store when it changed outside the fields, as by a reset. */
export function useFormData(store: AnswerStore, ids: readonly string[], formData: unknown): void {
  useLayoutEffect(() => {
    const [before, after] = [store.getAnswers(), (formData ?? {}) as Answers];
    const changed = ids.filter((id) => !isSame(before[id], after[id]));
    if (changed.length > 0) store.merge(Object.fromEntries(changed.map((id) => [id, after[id]])));
  }, [store, ids, formData]);
}
