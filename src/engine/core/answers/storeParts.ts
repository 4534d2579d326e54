import { isAsked } from '../element.ts';
import type { FormState } from '../evaluation/evaluateForm.ts';
import type { FieldAddress } from '../fieldAddress.ts';
import {
  isUnanswered,
  type AnswerError,
  type CompiledCheck,
} from '../validation/validateAnswers.ts';
import { createAnswers, getCurrentElement, type AnswersOptions } from './answers.ts';
import { createFormErrors } from './formErrors.ts';
import { createProgress } from './progress.ts';
import { createRowKeys, type FieldKey } from './rowKeys.ts';
import { createSubscriptions } from './subscriptions.ts';

export type StoreParts = ReturnType<typeof createStoreParts>;

/** Connects values, row keys, errors, progress and subscriptions of one form. */
export function createStoreParts(options: AnswersOptions, check: CompiledCheck) {
  const answers = createAnswers(options);
  const rowKeys = createRowKeys((groupId) => answers.getRows(groupId).length);

  const isVisible = (address: FieldAddress) => answers.getState().shown.has(address);
  const isRequired = (address: FieldAddress) =>
    answers.getState().shown.get(address)?.isRequired ?? false;
  const getError = (address: FieldAddress): AnswerError | undefined =>
    errors.getErrors().get(address);
  const isAnswered = (address: FieldAddress): boolean => {
    const element = getCurrentElement(answers, address);
    return element !== undefined && isAsked(element.elementType) && !isUnanswered(element);
  };
  const isDone = (address: FieldAddress) => isAnswered(address) && getError(address) === undefined;

  const subscriptions = createSubscriptions((address) => ({
    value: answers.get(address),
    error: getError(address),
    isVisible: isVisible(address),
    isRequired: isRequired(address),
  }));
  const progress = createProgress(answers, isDone);
  const notifyOutline = () => {
    progress.reset();
    subscriptions.notifyOutline();
  };
  const errors = createFormErrors({
    answers,
    check,
    context: options.context,
    onChange: (addresses) => {
      addresses.forEach(subscriptions.notify);
      notifyOutline();
    },
  });

  /** Evaluates the form and notifies subscribers of changes; returns true if there were any. */
  function evaluate(): boolean {
    const changed = answers.evaluate();
    changed.forEach(subscriptions.notify);
    return changed.length > 0;
  }

  return {
    answers,
    rowKeys,
    errors,
    progress,
    subscriptions,
    isVisible,
    isRequired,
    getError,
    isAnswered,
    isDone,
    evaluate,
    notifyOutline,
  };
}

/** Returns the functions of a store that change nothing. */
export function createReaders({ answers, rowKeys, errors, ...parts }: StoreParts) {
  return {
    get: answers.get,
    /** Returns every value, hidden or not; a draft stores these. */
    getAnswers: answers.getAnswers,
    /** Returns shown elements in form order with current values. */
    evaluateShown: answers.evaluateShown,
    /** Returns shown elements in form order with the values of the last evaluation. */
    getShown: (): FormState['shown'] => answers.getState().shown,
    isPageVisible: (pageId: string): boolean => answers.getState().pages.has(pageId),
    isVisible: parts.isVisible,
    isRequired: parts.isRequired,
    /** Returns true for an answered element without an error. */
    isDone: parts.isDone,
    getError: parts.getError,
    getErrors: errors.getErrors,
    /**
     * Returns the newest error found by `leave`, until it is corrected or the form is validated.
     */
    getLatestError: errors.getLatestError,
    getProgress: parts.progress.getProgress,

    /** Returns the keys of a group's rows, in row order. */
    getRowKeys: rowKeys.getRowKeys,
    getFieldKey: rowKeys.getFieldKey,
    /** Returns true while the element and its row exist. */
    hasField: (fieldKey: FieldKey): boolean =>
      answers.hasElement(fieldKey.split('/')[0] ?? '') && rowKeys.hasRow(fieldKey),

    getElementState: parts.subscriptions.getElementState,
    subscribe: parts.subscriptions.subscribe,
    subscribeChanges: parts.subscriptions.subscribeChanges,
    subscribeOutline: parts.subscriptions.subscribeOutline,
  };
}
