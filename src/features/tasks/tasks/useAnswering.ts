import { useState, type RefObject } from 'react';
import { useDispatch } from 'react-redux';
import { consentNames } from '#schemas/forms/postedForms.ts';
import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import {
  hasReason,
  getProblem,
  hasOtherStatements,
  isFinal,
  isNetworkError,
} from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { tasksApi } from '#src/api/tasks/tasks.ts';
import { listAnswers } from '#src/engine/core/answers/listAnswers.ts';
import type { AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { findRefusedAnswers } from '#src/forms/sheet/findRefusedAnswers.ts';
import type { Consent, ConsentName } from '#src/forms/useConsent.ts';
import { useIdempotencyKey } from '#src/forms/useIdempotencyKey.ts';
import { getToday } from '#src/engine/react/context/getToday.ts';
import { getAnswerTime } from '#src/device/indexedDb/draftClock.ts';
import { endDraft, markSending, unmarkSending } from '#src/device/indexedDb/draftStorage.ts';
import type { Copy } from '#src/device/indexedDb/receipts.ts';
import { useOnline } from '#src/device/useOnline.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import type { OpenedTask } from './openTask.ts';

/** Reason why a task is closed for answers. */
export type Refusal = 'answered' | 'closed' | 'expired' | 'gone';

/** Message for the reader. */
export const refusalTexts = {
  answered: 'tasks.refused.answered',
  closed: 'tasks.refused.closed',
  expired: 'tasks.refused.expired',
  gone: 'tasks.refused.gone',
} as const satisfies Record<Refusal, string>;

const refusals = {
  alreadySubmitted: 'answered',
  taskClosed: 'closed',
  taskExpired: 'expired',
  notFound: 'gone',
} as const satisfies Record<string, Refusal>;

/** Maps an error to the task's state; undefined for unrelated errors. */
export const findRefusal = (error: unknown): Refusal | undefined =>
  Object.entries(refusals).flatMap(([reason, refusal]) =>
    hasReason(error, reason as keyof typeof refusals) ? [refusal] : [],
  )[0];

type Answering = {
  acc: string;
  task: OpenedTask;
  consent: Consent;
  refuseConsent: (names: readonly ConsentName[]) => boolean;
  form: RefObject<AssistantFormHandle | null>;
  onSent: (result: SubmissionResult) => void;
  onRefused: (refusal: Refusal) => void;
  /** Reloads the form after a failed submission. */
  onFailed: () => void;
};

/**
 * Stores this device's idempotency key for a retry. Returns the key of an earlier try with the same
 * answers if there was one.
 */
async function storeKey(
  { process, form, round }: OpenedTask,
  { ownKey, copy }: { ownKey: string; copy: Copy },
): Promise<string> {
  const { workflowKey, accountName, headerLogoUrl, theme, resultText, returnUrl } = process;
  const mark = await markSending(
    { form, round },
    {
      workflowKey,
      idempotencyKey: ownKey,
      thanks: { accountName, headerLogoUrl, theme, resultText, returnUrl },
      copy,
      markedAt: getAnswerTime(),
    },
  );
  return typeof mark === 'string' ? ownKey : mark.idempotencyKey;
}

/** Maps an error to the refused answers and consents that the form shows. */
function findProblems(error: unknown, engine: FormEngine) {
  const isAboutAnswers = hasReason(error, 'invalidAnswers');
  const { fields = {}, ...problem }: Partial<Problem> = getProblem(error) ?? {};
  return {
    answers: isAboutAnswers ? findRefusedAnswers({ fields, ...problem }, engine) : [],
    /** undefined when the error is not about consent */
    consents:
      isAboutAnswers || hasOtherStatements(error)
        ? consentNames.filter((each) => `/${each}` in fields)
        : undefined,
  };
}

type Failing = Pick<Answering, 'task' | 'refuseConsent' | 'form' | 'onRefused' | 'onFailed'>;

/** Shows an error where it belongs: at the answers, at the consents or above the button. */
function useSubmitError({ task, refuseConsent, form, onRefused, onFailed }: Failing) {
  const errorText = useErrorText();
  const [submitError, setSubmitError] = useState<{ text: string; isOffline: boolean }>();
  useOnline(() => setSubmitError((error) => (error?.isOffline ? undefined : error)));

  function show(error: unknown): void {
    const refusal = findRefusal(error);
    if (refusal) return onRefused(refusal);
    const { answers, consents } = findProblems(error, task.engine);
    const isConsentMissing = consents !== undefined && refuseConsent(consents);
    if (answers.length > 0 || isConsentMissing) form.current?.showErrors(answers);
    else
      setSubmitError({
        text: errorText(error),
        isOffline: isNetworkError(error),
      });
    onFailed();
  }

  return { text: submitError?.text, show, clear: () => setSubmitError(undefined) };
}

/** Submits the answers at most once. The idempotency key survives a lost response and a reload. */
export function useAnswering({ acc, task, consent, onSent, ...failing }: Answering) {
  const { process, engine, form, round, wasSending } = task;
  const language = useShownLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isUnclear, setIsUnclear] = useState(wasSending);
  const submitError = useSubmitError({ task, ...failing });
  const getKey = useIdempotencyKey();

  async function submit(values: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    submitError.clear();
    const answers = listAnswers(engine.elements, values);
    const { formElement, revision } = process;
    const accepted = consentNames.filter((name) => consent[name]);
    const idempotencyKey = await storeKey(task, {
      ownKey: getKey(JSON.stringify([answers, consent])),
      copy: { formElement, answers, revision, accepted },
    });
    try {
      const body = {
        revision,
        language,
        answers,
        ...consent,
        statementHashes: process.metaData.statementHashes,
        today: getToday(),
      };
      const result = await dispatch(
        tasksApi.endpoints.submitTask.initiate({
          params: { acc },
          query: { workflowKey: process.workflowKey },
          idempotencyKey,
          body,
        }),
      ).unwrap();
      await endDraft({ form, round });
      onSent(result);
    } catch (error) {
      setIsUnclear(!isFinal(error));
      if (isFinal(error)) await unmarkSending({ form, round });
      submitError.show(error);
    } finally {
      setIsSubmitting(false);
    }
  }

  return {
    submit: (values: Record<string, unknown>) => void submit(values),
    isSubmitting,
    /** Returns true when the answers may have arrived despite the error. */ isUnclear,
    submitError: submitError.text,
  };
}
