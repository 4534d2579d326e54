import type { FormElement } from '#schemas/forms.ts';
import { isEmptyAnswer } from './element.ts';
import type { Registry } from './registry.ts';
import type { AnswerError, ValidationResult } from './validateAnswers.ts';
import { answerOf, sourcesOf, visibleIds, type Answers } from './visibility.ts';

export type AnswerStoreOptions = {
  elements: readonly FormElement[];
  registry: Registry;
  initial?: Answers;
  validate: (answers: Answers) => ValidationResult;
};

/** How far the visitor has come: required elements that are shown, and how many of them are answered. */
export type Progress = { answered: number; required: number };

type Listener = () => void;

/**
 * Holds the answers of one form while it is filled in. A key stroke touches one element and tells only those who
 * watch that element, so its cost does not grow with the form; what depends on the whole form (visibility, progress,
 * errors elsewhere) is worked out only when it can have changed.
 */
export type AnswerStore = ReturnType<typeof createAnswerStore>;

export function createAnswerStore({ elements, registry, initial = {}, validate }: AnswerStoreOptions) {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const sources = new Set(elements.flatMap((element) => (element.visibleWhen ? sourcesOf(element.visibleWhen) : [])));
  const answers: Record<string, unknown> = { ...initial };
  let visible = visibleIds(elements, answers);
  let errors: ReadonlyMap<string, AnswerError> = new Map();
  let progress: Progress | undefined;

  const elementListeners = new Map<string, Set<Listener>>();
  const changeListeners = new Set<(id: string) => void>();
  const outlineListeners = new Set<Listener>();

  const notify = (id: string) => elementListeners.get(id)?.forEach((listener) => listener());
  const notifyOutline = () => {
    progress = undefined;
    outlineListeners.forEach((listener) => listener());
  };

  function isAnswered(id: string): boolean {
    const element = byId.get(id);
    const elementType = element && registry.get(element.type);
    return Boolean(elementType?.value) && !isEmptyAnswer(elementType!, answerOf(answers, id)); // ! checked by the left side
  }

  function refreshVisibility(): boolean {
    const before = visible;
    visible = visibleIds(elements, answers);
    const changed = elements.filter(({ id }) => before.has(id) !== visible.has(id));
    changed.forEach(({ id }) => notify(id));
    return changed.length > 0;
  }

  function showErrors(next: ReadonlyMap<string, AnswerError>) {
    const before = errors;
    errors = next;
    for (const id of new Set([...before.keys(), ...next.keys()])) if (before.get(id) !== next.get(id)) notify(id);
    notifyOutline();
  }

  /** Errors already shown stay, change or go as the answers now stand; `alsoFor` may get its first one. */
  function recheckShown(alsoFor?: string) {
    const found = new Map(validate(answers).errors.map((error) => [error.elementId, error]));
    const shown = [...errors.keys(), ...(alsoFor ? [alsoFor] : [])].flatMap((id) => found.get(id) ?? []);
    showErrors(new Map(shown.map((error) => [error.elementId, error])));
  }

  return {
    get: (id: string): unknown => answerOf(answers, id),
    answers: (): Record<string, unknown> => ({ ...answers }),
    isVisible: (id: string): boolean => visible.has(id),
    errorOf: (id: string): AnswerError | undefined => errors.get(id),
    errors: (): ReadonlyMap<string, AnswerError> => errors,

    /** Takes one answer; `undefined` takes it away. An error goes as soon as it is mended, a new one waits for `leave`. */
    set(id: string, value: unknown) {
      const wasAnswered = isAnswered(id);
      if (value === undefined) delete answers[id];
      else answers[id] = value;
      const outlineChanged = wasAnswered !== isAnswered(id);
      const visibilityChanged = sources.has(id) && refreshVisibility();
      notify(id);
      if (errors.has(id)) recheckShown();
      else if (outlineChanged || visibilityChanged) notifyOutline();
      changeListeners.forEach((listener) => listener(id));
    },

    /** The visitor has left an element: now its error may be shown. An element left untouched and empty stays quiet. */
    leave(id: string) {
      if (isAnswered(id) || errors.has(id)) recheckShown(id);
    },

    /** Takes over answers from elsewhere (a draft, another tab) without counting as typing. */
    adopt(incoming: Answers) {
      for (const [id, value] of Object.entries(incoming)) {
        if (!byId.has(id)) continue;
        if (value === undefined) delete answers[id];
        else answers[id] = value;
        notify(id);
      }
      refreshVisibility();
      if (errors.size > 0) recheckShown();
      else notifyOutline();
    },

    /** Checks everything and shows every error. */
    validateAll(): ValidationResult {
      const result = validate(answers);
      showErrors(new Map(result.errors.map((error) => [error.elementId, error])));
      return result;
    },

    /** Shows errors that the server found. */
    showErrors: (list: readonly AnswerError[]) => showErrors(new Map(list.map((error) => [error.elementId, error]))),

    progress(): Progress {
      progress ??= elements.reduce<Progress>(
        (sum, { id, required }) => {
          if (!required || !visible.has(id)) return sum;
          return { answered: sum.answered + (isAnswered(id) ? 1 : 0), required: sum.required + 1 };
        },
        { answered: 0, required: 0 },
      );
      return progress;
    },

    /** Value, error or visibility of one element. Answers the function that ends it, as the two below do. */
    subscribe(id: string, listener: Listener) {
      const listeners = elementListeners.get(id) ?? new Set();
      elementListeners.set(id, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    /** Every answer the visitor gives. */
    onChange(listener: (id: string) => void) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    /** Progress, visibility of anything, errors of anything. */
    onOutline(listener: Listener) {
      outlineListeners.add(listener);
      return () => void outlineListeners.delete(listener);
    },
  };
}
