import type { ValidatorType } from '@rjsf/utils';
import { createPrecompiledValidator, type ValidatorFunctions } from '@rjsf/validator-ajv8';
import { elementsOf, type FormContent, type FormElement } from '#schemas/forms.ts';
import { createAnswerStore, type AnswerStore } from '#src/engine/core/answerStore.ts';
import { requireRuntime, type CompiledValidators } from '#src/engine/core/compiledValidators.ts';
import type { FormSchema } from '#src/engine/core/compileForm.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import { validateAnswers, type SchemaError } from '#src/engine/core/validateAnswers.ts';
import type { Answers } from '#src/engine/core/visibility.ts';

/** What the server publishes for a revision, as the browser imports it. */
export type ValidatorModule = {
  schema: FormSchema;
  createValidators: (require: (name: string) => unknown) => CompiledValidators;
};

/** One form being filled in: its content, its compiled rules and the answers so far. */
export type FormEngine = {
  content: FormContent;
  elements: readonly FormElement[];
  registry: Registry;
  schema: FormSchema;
  validator: ValidatorType;
  store: AnswerStore;
};

export type FormEngineOptions = {
  content: FormContent;
  registry: Registry;
  module: ValidatorModule;
  initial?: Answers;
  /** Today where the form is filled in, as YYYY-MM-DD. */
  today: () => string;
};

export function createFormEngine({ content, registry, module, initial = {}, today }: FormEngineOptions): FormEngine {
  const { schema } = module;
  const elements = elementsOf(content);
  const validator: ValidatorType = createPrecompiledValidator(module.createValidators(requireRuntime) as ValidatorFunctions, schema as object);
  const compiledCheck = (answers: Answers) => validator.rawValidation<SchemaError>(schema, answers).errors ?? [];
  const store = createAnswerStore({
    elements, registry, initial,
    validate: (answers) => validateAnswers(elements, registry, answers, compiledCheck, { today: today() }),
  });
  return { content, elements, registry, schema, validator, store };
}
