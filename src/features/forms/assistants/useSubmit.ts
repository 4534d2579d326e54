import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import type { Answer } from '#schemas/forms/forms.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { failedWith, isNetworkError, getProblem } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import type { AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import type { Thanks } from '#src/device/draftStorage.ts';
import { useOnline } from '#src/device/useOnline.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { findRefusedAnswers } from '#src/forms/sheet/findRefusedAnswers.ts';
import { submitOnce, type Sent } from './submitOnce.ts';
import { noteSent } from './sentHere.ts';
import type { Consent, ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

const consentMissingIn = (fields: Record<string, string>): ConsentName[] =>
  (['agbAccepted', 'datenschutzAccepted'] as const).filter((name) => `/${name}` in fields);

type SubmitOptions = Pick<OpenedForm, 'process' | 'engine' | 'round'> & {
  link: FormLink;
  /** true on a shared device, where nothing is stored. */
  isShared: boolean;
  consent: Consent;
  honeypot: RefObject<HTMLInputElement | null>;
  /** Shows missing consent; returns false without such a checkbox. */
  refuseConsent: (names: readonly ConsentName[]) => boolean;
  form: RefObject<AssistantFormHandle | null>;
  /** Reloads the form after a failed submission. */
  onFailed: () => void;
  /** Called when another tab has sent or discarded these answers. */
  onEnded: () => void;
};

const listAnswers = (engine: FormEngine, values: Record<string, unknown>): Answer[] =>
  engine.elements.flatMap(({ id, type }) =>
    Object.hasOwn(values, id) ? [{ elementId: id, type, value: values[id] }] : [],
  );

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
  const isAboutAnswers = failedWith(error, 'invalidAnswers');
  const problem: Partial<Problem> = getProblem(error) ?? {};
  const errors = isAboutAnswers ? findRefusedAnswers(problem, engine) : [];
  const isConsentMissing =
    (isAboutAnswers || failedWith(error, 'statementsChanged')) &&
    refuseConsent(consentMissingIn(problem.fields ?? {}));
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
function useSubmitError() {
  const [error, setError] = useState<{ text: string; isOffline?: boolean }>();
  useOnline(() => setError((before) => (before?.isOffline ? undefined : before)));
  return [error?.text, setError] as const;
}

/** Submits the form at most once. A failure keeps all answers and shows the reason. */
export function useSubmit(options: SubmitOptions) {
  const { link, process, engine, round, isShared, consent, honeypot, onFailed, onEnded } = options;
  const intl = useIntl();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const [sent, setSent] = useThanksPage(link);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useSubmitError();
  // Used when nothing can be stored; otherwise the stored mark has the key.
  const [idempotencyKey] = useState(generateKey);
  // The first token, because a later one would restart the clock.
  const [timeToken] = useState(process.metaData.timeToken);

  async function submit(values: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    const { workflowKey, revision, formElement, metaData } = process;
    const answers = listAnswers(engine, values);
    const thanks = createThanks(process);
    const fresh = { workflowKey, idempotencyKey, sendingSince: Date.now(), thanks };
    try {
      const sent = await submitOnce(dispatch, { form: link.form, round, isShared }, fresh, {
        revision,
        language,
        answers,
        ...consent,
        statementHashes: metaData.statementHashes,
        timeToken,
        honeypot: honeypot.current?.value ?? '',
      });
      if (sent !== 'ended') {
        noteSent(link.form, sent, isShared ? undefined : { formElement, answers, revision });
        return setSent(sent);
      }
      setSubmitError({ text: intl.formatMessage({ id: 'draft.sentElsewhere' }) });
      onEnded();
    } catch (error) {
      if (!showRefusal(error, options))
        setSubmitError({ text: errorText(error), isOffline: isNetworkError(error) });
      onFailed();
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
