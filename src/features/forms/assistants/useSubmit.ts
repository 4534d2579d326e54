import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Answer } from '#schemas/forms/forms.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { failedWith, isNetworkError, getProblem } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import type { AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { useOnline } from '#src/device/useOnline.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { refusedAnswers } from '#src/forms/sheet/refusedAnswers.ts';
import { sendOnce, type Sent } from './sendOnce.ts';
import { noteSent } from './sentHere.ts';
import type { Consent, ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

const consentMissingIn = (fields: Record<string, string>): ConsentName[] =>
  (['agbAccepted', 'datenschutzAccepted'] as const).filter((name) => `/${name}` in fields);

type SubmitOptions = Pick<OpenedForm, 'process' | 'engine' | 'round'> & {
  link: FormLink;
  /** A shared device: nothing is stored. */
  isShared: boolean;
  consent: Consent;
  honeypot: RefObject<HTMLInputElement | null>;
  /** Shows missing consent; returns false without such a checkbox. */
  refuseConsent: (names: readonly ConsentName[]) => boolean;
  form: RefObject<AssistantFormHandle | null>;
  /** Reloads the form after a failed submission. */
  onFailed: () => void;
  /** Another tab sent or discarded these answers. */
  onEnded: () => void;
};

/** Submits the form at most once. A failure keeps all answers and shows the reason. */
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
  const errorText = useErrorText();
  const language = useShownLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent>();
  const { key: entry } = useLocation();
  const goToThanks = useEffectEvent(() => {
    if (sent) void navigate(link.succeed, { replace: true, state: sent });
  });
  // Also for Back before the thank-you page renders.
  useEffect(() => goToThanks(), [sent, entry]);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useState<{ text: string; isOffline?: boolean }>();
  useOnline(() => setSubmitError((error) => (error?.isOffline ? undefined : error)));
  // used when nothing can be stored; otherwise the stored mark has it
  const [idempotencyKey] = useState(generateKey);

  // the first token, because a later one would restart the clock
  const [timeToken] = useState(process.metaData.timeToken);

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
      const problem: Partial<Problem> = getProblem(error) ?? {};
      const errors = isAboutAnswers ? refusedAnswers(problem, engine) : [];
      const isConsentMissing =
        (isAboutAnswers || failedWith(error, 'statementsChanged')) &&
        refuseConsent(consentMissingIn(problem.fields ?? {}));
      if (errors.length > 0 || isConsentMissing) form.current?.showErrors(errors);
      if (!isAboutAnswers || (errors.length === 0 && !isConsentMissing))
        setSubmitError({
          text: errorText(error),
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
