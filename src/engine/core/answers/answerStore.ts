import type { Answers } from '../evaluation/conditions.ts';
import { listDecidingIds, type ShownElement } from '../evaluation/evaluateForm.ts';
import { parseAddress, type FieldAddress } from '../fieldAddress.ts';
import {
  collectAnswers,
  type CompiledCheck,
  type ValidationResult,
} from '../validation/validateAnswers.ts';
import type { AnswersOptions } from './answers.ts';
import { createRowEdits } from './rowEdits.ts';
import type { RowKeys } from './rowKeys.ts';
import { createReaders, createStoreParts, type StoreParts } from './storeParts.ts';

export type AnswerStoreOptions = AnswersOptions & { check: CompiledCheck };

export type AnswerStore = ReturnType<typeof createAnswerStore>;

/**
 * Holds the answers of one form while it is filled in. A key stroke reads and notifies one element,
 * so its cost does not grow with the form. Visibility, computed values and progress are updated
 * only when they can have changed.
 */
export function createAnswerStore({ check, ...options }: AnswerStoreOptions) {
  const parts = createStoreParts(options, check);
  const edits = createEdits(parts, listDecidingIds(options.pages, options.registry));
  return {
    ...createReaders(parts),
    ...edits,
    ...createRowEdits(parts),
    ...createValidation(parts, edits.clean),
  };
}

function createEdits(parts: StoreParts, decidingIds: ReadonlySet<string>) {
  const { answers, rowKeys, errors, subscriptions, evaluate, isAnswered, notifyOutline } = parts;

  function set(address: FieldAddress, value: unknown, { isShown = false } = {}) {
    const { elementId, group } = parseAddress(address);
    const wasAnswered = isAnswered(address);
    answers.put(address, value);
    if (isShown) subscriptions.updateSnapshot(address, answers.get(address));
    const isDeciding =
      decidingIds.has(elementId) || (group !== undefined && decidingIds.has(group.id));
    const hasDecided = isDeciding && evaluate();
    subscriptions.notify(address);
    if (hasDecided) errors.recheckAll();
    else if (errors.getErrors().has(address)) errors.recheck([address]);
    if (hasDecided || wasAnswered !== isAnswered(address)) notifyOutline();
    subscriptions.notifyChange(group?.id ?? elementId);
  }

  /** Cleans what was typed. Not while typing, because that would move the caret. */
  function clean(address: FieldAddress) {
    const cleaned = answers.getCleaned(address);
    if (cleaned !== answers.get(address)) set(address, cleaned);
  }

  return {
    /**
     * Stores one answer; `undefined` deletes it. An error disappears as soon as it is corrected,
     * a new one waits for `leave`. `isShown`: the field draws the value itself, so its element is
     * drawn again only if more than the value has changed.
     */
    set,
    clean,

    /**
     * Cleans an answer on blur and shows its error. An empty one shows none until it was reported.
     */
    leave(address: FieldAddress) {
      clean(address);
      if (isAnswered(address) || errors.wasReported(address))
        errors.recheck([address], { isLeft: true });
    },

    /** Merges answers of a draft or another tab; `subscribeChanges` is not notified. */
    merge(incoming: Answers, keys: RowKeys = {}) {
      for (const [id, value] of Object.entries(incoming))
        if (answers.hasElement(id)) answers.put(id, value);
      for (const [id, list] of Object.entries(keys))
        if (answers.hasElement(id)) rowKeys.setRowKeys(id, list);
      evaluate();
      subscriptions.notifyWithin((id) => Object.hasOwn(incoming, id));
      errors.recheckAll();
      notifyOutline();
    },
  };
}

function createValidation(
  { answers, errors, evaluate }: StoreParts,
  clean: (address: FieldAddress) => void,
) {
  return {
    /**
     * Validates shown elements, or those that `isIncluded` selects, and shows their errors. The
     * field that sends the form by Enter was not left, so answers are cleaned first.
     */
    validate(isIncluded: (element: ShownElement) => boolean = () => true): ValidationResult {
      [...answers.getState().shown.keys()].forEach(clean);
      evaluate();
      const state = answers.getState();
      const found = errors.validate([...state.shown.values()].filter(isIncluded));
      return { answers: collectAnswers(state), state, errors: found };
    },
    /** Shows the server's errors instead of all others. Each stays until its answer changes. */
    setExternalErrors: errors.setExternalErrors,
    /** Adds one error that the form's rules cannot find. It stays until its answer changes. */
    addExternalError: errors.addExternalError,
    /** Marks an element as busy, or its answer as not sendable; `rule` says why, none ends it. */
    setBusy: errors.setBusy,
    /** Shows the rules of busy elements while they are busy; returns true if there are any. */
    showBusyErrors: (isIncluded: (address: FieldAddress) => boolean = () => true): boolean =>
      errors.showBusyErrors(isIncluded),
  };
}
