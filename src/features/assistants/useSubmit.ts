import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Answer } from '#schemas/forms.ts';
import type { Problem } from '#schemas/problem.ts';
import { failedWith, isNetworkError, problemOf, toUserMessage } from '#src/api/errors.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import type { AssistantFormHandle } from '#src/engine/react/AssistantForm.tsx';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { useOnline } from '#src/lib/useOnline.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { refusedAnswers } from '#src/forms/sheet/refusedAnswers.ts';
import { sendOnce, type Sent } from './sendOnce.ts';
import { noteSent } from './sentHere.ts';
import type { Consent, ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';

const consentMissingIn = (fields: Record<string, string>): ConsentName[] =>
  (['agbAccepted', 'datenschutzAccepted'] as const).filter((name) => `/${name}` in fields);

type SubmitOptions = Pick<OpenedForm, 'process' | 'engine' | 'round'> & {
  link: FormLink;
  /** Somebody else uses this device too: nothing is kept on it. */
  isShared: boolean;
  consent: Consent;
  honeypot: RefObject<HTMLInputElement | null>;
  /** Shows what the server missed; whether there is any box for it. */
  refuseConsent: (names: readonly ConsentName[]) => boolean;
  form: RefObject<AssistantFormHandle | null>;
  /** Sending failed: what the server has of the form is asked for again. */
  onFailed: () => void;
  /** Another tab has sent or discarded these answers. */
  onEnded: () => void;
};

/** Sends the form once; what fails keeps everything typed and says why. */
export function useSubmit({
  link,
  process,
  engine,
  round,
  isShared,
  consent,
  honeypot,
  refuseConsent,
  form,
  onFailed,
  onEnded,
}: SubmitOptions) {
  const intl = useIntl();
  const language = useShownLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent>();
  const { key: entry } = useLocation();
  const goToThanks = useEffectEvent(() => {
    if (sent) void navigate(link.succeed, { replace: true, state: sent });
  });
  // Also when somebody goes back before the thanks are drawn: a form that was sent has nothing more to show.
  useEffect(() => goToThanks(), [sent, entry]);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useState<{ text: string; isOffline?: boolean }>();
  useOnline(() => setSubmitError((error) => (error?.isOffline ? undefined : error)));
  const [idempotencyKey] = useState(newKey); // for where nothing can be kept; else the mark of sending has it

  const [timeToken] = useState(process.metaData.timeToken); // the first one: what is fetched again after a failure would count from then

  function answersOf(values: Record<string, unknown>): Answer[] {
    return engine.elements.flatMap(({ id, type }) =>
      Object.hasOwn(values, id) ? [{ elementId: id, type, value: values[id] }] : [],
    );
  }

  async function submit(values: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    const {
      workflowKey,
      revision,
      accountId,
      accountName,
      headerLogoUrl,
      theme,
      resultText,
      returnUrl,
      isReturnAllowed,
    } = process;
    const answers = answersOf(values);
    const fresh = {
      workflowKey,
      idempotencyKey,
      sendingSince: Date.now(),
      thanks: {
        accountId,
        accountName,
        headerLogoUrl,
        theme,
        resultText,
        returnUrl,
        isReturnAllowed,
      },
    };
    try {
      const sent = await sendOnce(dispatch, { form: link.form, round, isShared }, fresh, {
        revision,
        language,
        answers,
        ...consent,
        statementHashes: process.metaData.statementHashes,
        timeToken,
        honeypot: honeypot.current?.value ?? '',
      });
      if (sent !== 'ended') {
        noteSent(
          link.form,
          sent,
          isShared ? undefined : { formElement: process.formElement, answers, revision },
        );
        return setSent(sent);
      }
      setSubmitError({ text: intl.formatMessage({ id: 'draft.sentElsewhere' }) });
      onEnded();
    } catch (error) {
      const isAboutAnswers = failedWith(error, 'invalidAnswers');
      const problem: Partial<Problem> = problemOf(error) ?? {};
      const errors = isAboutAnswers ? refusedAnswers(problem, engine) : [];
      const isConsentMissing =
        (isAboutAnswers || failedWith(error, 'statementsChanged')) &&
        refuseConsent(consentMissingIn(problem.fields ?? {}));
      if (errors.length > 0 || isConsentMissing) form.current?.showErrors(errors);
      if (!isAboutAnswers || (errors.length === 0 && !isConsentMissing))
        setSubmitError({
          text: toUserMessage(error, (id) => intl.formatMessage({ id })),
          isOffline: isNetworkError(error),
        });
      onFailed();
    } finally {
      setIsSubmitting(false);
    }
  }

  return {
    submit: (values: Record<string, unknown>) => void submit(values),
    isSubmitting: isSubmitting || sent !== undefined,
    submitError: submitError?.text,
  };
}
