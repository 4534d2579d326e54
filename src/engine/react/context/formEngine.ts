import {
  listEveryElement,
  listPages,
  type FormContent,
  type FormElement,
  type FormPage,
} from '#schemas/forms/forms.ts';
import type { KnownPerson } from '#schemas/platform/common.ts';
import { createAnswerStore, type AnswerStore } from '#src/engine/core/answers/answerStore.ts';
import {
  createCheck,
  requireRuntime,
  type CompiledValidators,
} from '#src/engine/core/validation/compiledValidators.ts';
import type { FormSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';

/** Module that the server publishes for a revision. */
export type ValidatorModule = {
  schema: FormSchema;
  createValidators: (require: (name: string) => unknown) => CompiledValidators;
};

/** State of a form: its content, its compiled rules and the current answers. */
export type FormEngine = {
  content: FormContent;
  revision: number;
  pages: readonly FormPage[];
  /** All elements, including those inside groups. */
  elements: readonly FormElement[];
  registry: Registry;
  schema: FormSchema;
  /** Validates one answer by the compiled rules. */
  check: CompiledCheck;
  store: AnswerStore;
  person: KnownPerson;
};

export type FormEngineOptions = {
  content: FormContent;
  revision: number;
  registry: Registry;
  module: ValidatorModule;
  initial?: Answers;
  person?: KnownPerson;
  /** The current day on the device, as YYYY-MM-DD. */
  today: () => string;
};

/** Creates the engine. Throws when the published code lacks a part that this build needs. */
export function createFormEngine({
  content,
  revision,
  registry,
  module,
  initial = {},
  person = {},
  today,
}: FormEngineOptions): FormEngine {
  const pages = listPages(content);
  const check = createCheck(module.createValidators(requireRuntime));
  const store = createAnswerStore({
    pages,
    registry,
    initial,
    check,
    context: () => ({ today: today(), revision, person }),
  });
  return {
    content,
    revision,
    pages,
    elements: listEveryElement(content),
    registry,
    schema: module.schema,
    check,
    store,
    person,
  };
}
