import { useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { SubmissionResult } from '#schemas/assistants.ts';
import type { Answer } from '#schemas/forms.ts';
import type { Problem } from '#schemas/problem.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { failedWith, isFinal, isNetworkError, problemOf, toUserMessage } from '#src/api/errors.ts';
import { tasksApi } from '#src/api/tasks.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import type { AssistantFormHandle } from '#src/engine/react/AssistantForm.tsx';
import type { FormEngine } from '#src/engine/react/formEngine.ts';
import { refusedAnswers } from '#src/forms/sheet/refusedAnswers.ts';
import type { Consent, ConsentName } from '#src/forms/useConsent.ts';
import { endDraft, markSending, unmarkSending } from '#src/lib/drafts.ts';
import { useOnline } from '#src/lib/useOnline.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import type { OpenedTask } from './openTask.ts';

/** Why a task takes no answer any more. */
export type Refusal = 'answered' | 'closed' | 'expired' | 'gone';

/** What is said of it. */
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

/** What an error says of the task itself; undefined when it is about something else. */
export const refusalIn = (error: unknown): Refusal | undefined =>
  Object.entries(refusals).flatMap(([reason, refusal]) =>
    failedWith(error, reason as keyof typeof refusals) ? [refusal] : [],
  )[0];

/** The answers as they are sent, in the order of the form. */
export const answersIn = (
  { elements }: FormEngine,
  values: Readonly<Record<string, unknown>>,
): Answer[] =>
  elements.flatMap(({ id, type }) =>
    Object.hasOwn(values, id) ? [{ elementId: id, type, value: values[id] }] : [],
  );

type Answering = {
  acc: string;
  task: OpenedTask;
  consent: Consent;
  refuseConsent: (names: readonly ConsentName[]) => boolean;
  form: RefObject<AssistantFormHandle | null>;
  onSent: (result: SubmissionResult) => void;
  onRefused: (refusal: Refusal) => void;
  /** Sending failed: what the server has of the form is asked for again. */
  onFailed: () => void;
};

/** Sends the answers of a task once, also when an answer got lost and somebody tries again after a reload: under the mark's key. */
export function useAnswering({
  acc,
  task: { process, engine, form: name, round, wasSending },
  consent,
  refuseConsent,
  form,
  onSent,
  onRefused,
  onFailed,
}: Answering) {
  const intl = useIntl();
  const language = useShownLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isUnclear, setIsUnclear] = useState(wasSending);
  const [submitError, setSubmitError] = useState<{ text: string; isOffline: boolean }>();
  useOnline(() => setSubmitError((error) => (error?.isOffline ? undefined : error)));
  const [ownKey] = useState(newKey);

  function tell(error: unknown): void {
    const refusal = refusalIn(error);
    if (refusal) return onRefused(refusal);
    const isAboutAnswers = failedWith(error, 'invalidAnswers');
    const { fields = {}, ...problem }: Partial<Problem> = problemOf(error) ?? {};
    const errors = isAboutAnswers ? refusedAnswers({ fields, ...problem }, engine) : [];
    const missing = (['agbAccepted', 'datenschutzAccepted'] as const).filter(
      (each) => `/${each}` in fields,
    );
    const isConsentMissing =
      (isAboutAnswers || failedWith(error, 'statementsChanged')) && refuseConsent(missing);
    if (errors.length > 0 || isConsentMissing) form.current?.showErrors(errors);
    else
      setSubmitError({
        text: toUserMessage(error, (id) => intl.formatMessage({ id })),
        isOffline: isNetworkError(error),
      });
    onFailed();
  }

  async function submit(values: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    const { workflowKey, revision, accountName, headerLogoUrl, theme, resultText, returnUrl } =
      process;
    const mark = await markSending(
      { form: name, round },
      {
        workflowKey,
        idempotencyKey: ownKey,
        sendingSince: Date.now(),
        thanks: { accountName, headerLogoUrl, theme, resultText, returnUrl },
      },
    );
    const idempotencyKey = typeof mark === 'string' ? ownKey : mark.idempotencyKey;
    try {
      const body = {
        revision,
        language,
        answers: answersIn(engine, values),
        ...consent,
        statementHashes: process.metaData.statementHashes,
      };
      const result = await dispatch(
        tasksApi.endpoints.submitTask.initiate({
          params: { acc },
          query: { workflowKey },
          idempotencyKey,
          body,
        }),
      ).unwrap();
      await endDraft({ form: name, round });
      onSent(result);
    } catch (error) {
      setIsUnclear(!isFinal(error));
      if (isFinal(error)) await unmarkSending({ form: name, round });
      tell(error);
    } finally {
      setIsSubmitting(false);
    }
  }

  return {
    submit: (values: Record<string, unknown>) => void submit(values),
    isSubmitting,
    /** Whether the answers may have arrived all the same. */ isUnclear,
    submitError: submitError?.text,
  };
}
