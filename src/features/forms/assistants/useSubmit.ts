import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { consentNames } from '#schemas/forms/postedForms.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import {
  hasReason,
  getProblem,
  hasOtherStatements,
  isNetworkError,
} from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { listAnswers } from '#src/engine/core/answers/listAnswers.ts';
import type { AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import { getToday } from '#src/engine/react/context/getToday.ts';
import { getAnswerTime } from '#src/device/indexedDb/draftClock.ts';
import { useOnline } from '#src/device/useOnline.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { findRefusedAnswers } from '#src/forms/sheet/findRefusedAnswers.ts';
import type { Copy, Sent, Thanks } from '#src/device/indexedDb/receipts.ts';
import { submitOnce } from './submitOnce.ts';
import { noteSent } from './sentHere.ts';
import type { Consent, ConsentName } from '#src/forms/useConsent.ts';
import { useIdempotencyKey } from '#src/forms/useIdempotencyKey.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

export const listMissingConsent = (fields: Record<string, string>): ConsentName[] =>
  consentNames.filter((name) => `/${name}` in fields);

type SubmitOptions = Pick<OpenedForm, 'process' | 'engine' | 'round' | 'posted'> & {
  link: FormLink;
  /** true on a shared device, where nothing is stored. */
  isShared: boolean;
  consent: Consent;
  honeypot: RefObject<HTMLInputElement | null>;
  /** Shows missing consent; returns false without such a checkbox. */
  refuseConsent: (names: readonly ConsentName[]) => boolean;
  form: RefObject<AssistantFormHandle | null>;
  /** Reloads the form after a failed submission, or shows that it was answered meanwhile. */
  onFailed: (error: unknown) => void;
  /** Called when another tab has sent or discarded these answers. */
  onEnded: () => void;
};

const createThanks = ({
  accountId,
  accountName,
  headerLogoUrl,
  theme,
  resultText,
  returnUrl,
  isReturnAllowed,
}: FormProcess): Thanks => ({
  accountId,
  accountName,
  headerLogoUrl,
  theme,
  resultText,
  returnUrl,
  isReturnAllowed,
});

/** Shows refused answers and missing consent. Returns true if that explains the failure. */
function showRefusal(
  error: unknown,
  { engine, form, refuseConsent }: Pick<SubmitOptions, 'engine' | 'form' | 'refuseConsent'>,
): boolean {
  const isAboutAnswers = hasReason(error, 'invalidAnswers');
  const problem: Partial<Problem> = getProblem(error) ?? {};
  const errors = isAboutAnswers ? findRefusedAnswers(problem, engine) : [];
  const isConsentMissing =
    (isAboutAnswers || hasOtherStatements(error)) &&
    refuseConsent(listMissingConsent(problem.fields ?? {}));
  const isShown = errors.length > 0 || isConsentMissing;
  if (isShown) form.current?.showErrors(errors);
  return isAboutAnswers && isShown;
}

/** Goes to the thank-you page once the form is sent, also for Back before that page renders. */
function useThanksPage(link: FormLink): [sent: Sent | undefined, setSent: (sent: Sent) => void] {
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent>();
  const { key: entry } = useLocation();
  const goToThanks = useEffectEvent(() => {
    if (sent) void navigate(link.succeed, { replace: true, state: sent });
  });
  useEffect(() => goToThanks(), [sent, entry]);
  return [sent, setSent];
}

/** Reason of the last failure. An offline notice disappears once the browser is online. */
function useSubmitError(failure: string | undefined) {
  const [error, setError] = useState<{ text: string; isOffline?: boolean } | undefined>(
    failure === undefined ? undefined : { text: failure },
  );
  useOnline(() => setError((before) => (before?.isOffline ? undefined : before)));
  return [error?.text, setError] as const;
}

/** Returns the first token, because a later one would restart the clock. */
function useFirstToken({ metaData: { timeToken } }: FormProcess): string {
  const [first, setFirst] = useState(timeToken);
  if (first === '' && timeToken !== '') setFirst(timeToken);
  return first || timeToken;
}

/** Submits the form at most once. A failure keeps all answers and shows the reason. */
export function useSubmit(options: SubmitOptions) {
  const { link, process, engine, round, isShared, consent, honeypot, onFailed, onEnded } = options;
  const intl = useIntl();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const [sent, setSent] = useThanksPage(link);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useSubmitError(options.posted?.failure);
  const getKey = useIdempotencyKey(); // a stored mark of the same answers has the key of its own
  const timeToken = useFirstToken(process);

  async function submit(values: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    const { workflowKey, revision, formElement, metaData } = process;
    const answers = listAnswers(engine.elements, values);
    const accepted = consentNames.filter((name) => consent[name]);
    const copy: Copy | undefined = isShared
      ? undefined
      : { formElement, answers, revision, accepted };
    const fresh = {
      workflowKey,
      idempotencyKey: getKey(JSON.stringify([answers, consent])),
      thanks: createThanks(process),
      ...(copy ? { copy, markedAt: getAnswerTime() } : {}),
    };
    try {
      const sent = await submitOnce({ form: link.form, round, isShared }, fresh, {
        revision,
        language,
        answers,
        ...consent,
        statementHashes: metaData.statementHashes,
        today: getToday(),
        timeToken,
        honeypot: honeypot.current?.value ?? '',
      });
      if (sent !== 'ended') {
        if (!sent.wasSentBefore) await noteSent(link.form, sent, copy);
        return setSent(sent);
      }
      setSubmitError({ text: intl.formatMessage({ id: 'draft.sentElsewhere' }) });
      onEnded();
    } catch (error) {
      if (!showRefusal(error, options))
        setSubmitError({ text: errorText(error), isOffline: isNetworkError(error) });
      onFailed(error);
    } finally {
      setIsSubmitting(false);
    }
  }

  return {
    submit: (values: Record<string, unknown>) => void submit(values),
    isSubmitting: isSubmitting || sent !== undefined,
    submitError,
  };
}
