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
import { toJsonSchema, type FormSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';

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
  /** Elements and groups that the visitor has changed. */
  touched: ReadonlySet<string>;
  /** Sets the rules of an engine that was created without them, and validates what was left. */
  setRules: (module: ValidatorModule) => void;
};

export type FormEngineOptions = {
  content: FormContent;
  revision: number;
  registry: Registry;
  /** Absent while a form is drawn before its rules have loaded: no answer is wrong until then. */
  module?: ValidatorModule;
  initial?: Answers;
  person?: KnownPerson;
  /** The visitor's own day, as YYYY-MM-DD. */
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
  const rules = createRules(module);
  const store = createAnswerStore({
    pages,
    registry,
    initial,
    check: rules.check,
    context: () => ({ today: today(), revision, person }),
  });
  const left = new Set<FieldAddress>();
  const touched = new Set<string>();
  store.subscribeChanges((id) => touched.add(id));
  return {
    content,
    revision,
    pages,
    elements: listEveryElement(content),
    registry,
    schema: module?.schema ?? toJsonSchema(content, registry).schema,
    check: rules.check,
    store: {
      ...store,
      leave(address) {
        if (!rules.areSet()) left.add(address);
        store.leave(address);
      },
    },
    person,
    touched,
    setRules(loaded) {
      if (rules.areSet()) return;
      rules.set(loaded);
      left.forEach(store.leave);
    },
  };
}

/** Validates by compiled rules that may be set later. */
function createRules(module: ValidatorModule | undefined) {
  const compile = (loaded: ValidatorModule) => createCheck(loaded.createValidators(requireRuntime));
  let current = module && compile(module);
  return {
    check: ((elementId, value) => current?.(elementId, value) ?? []) satisfies CompiledCheck,
    areSet: () => current !== undefined,
    set: (loaded: ValidatorModule) => void (current = compile(loaded)),
  };
}
