import { useRef, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { FormProcess } from '#schemas/assistants.ts';
import type { Answer } from '#schemas/forms.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { failedWith, problemOf, toUserMessage } from '#src/api/errors.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import type { AnswerError } from '#src/engine/core/validateAnswers.ts';
import type { AssistantFormHandle } from '#src/engine/react/AssistantForm.tsx';
import type { FormEngine } from '#src/engine/react/formEngine.ts';
import { endDraft } from '#src/lib/drafts.ts';
import { paths } from '#src/lib/paths.ts';
import type { Consent } from './Consent.tsx';
import type { AppDispatch } from './dispatch.ts';
import type { SucceedState } from './SucceedPage.tsx';
import { useLanguage } from './useLanguage.ts';

const answerPointer = /^\/answers\/([^/]+)/;

/** What the server found wrong, by element; its sentences are shown as they are. */
function errorsFrom(fields: Record<string, string> = {}): AnswerError[] {
  return Object.entries(fields).flatMap(([pointer, text]) => {
    const elementId = answerPointer.exec(pointer)?.[1];
    return elementId ? [{ elementId, pointer: pointer.replace('/answers', ''), rule: 'refused', text }] : [];
  });
}

type SubmitOptions = { processGuid: string; process: FormProcess; engine: FormEngine; consent: Consent; form: RefObject<AssistantFormHandle | null> };

/** Sends the form once; what fails keeps everything typed and says why. */
export function useSubmit({ processGuid, process, engine, consent, form }: SubmitOptions) {
  const intl = useIntl();
  const language = useLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useState<string>();
  // A workflow is sent once, so its sending has one key: a second try after a lost answer gets the first result.
  const idempotencyKey = useRef<string>(undefined);

  function answersOf(values: Record<string, unknown>): Answer[] {
    return engine.elements.flatMap(({ id, type }) => (Object.hasOwn(values, id) ? [{ elementId: id, type, value: values[id] }] : []));
  }

  async function submit(values: Record<string, unknown>): Promise<void> {
    idempotencyKey.current ??= newKey();
    setIsSubmitting(true);
    setSubmitError(undefined);
    const { workflowKey, revision } = process;
    try {
      const { resultText, returnUrl } = await dispatch(assistantsApi.endpoints.submitProcess.initiate({
        query: { workflowKey }, idempotencyKey: idempotencyKey.current, body: { revision, language, answers: answersOf(values), ...consent },
      })).unwrap();
      await endDraft(processGuid, workflowKey);
      const state: SucceedState = { accountName: process.accountName, logoUrl: process.headerLogoUrl, theme: process.theme, resultText, returnUrl };
      await navigate(paths.externalFormSucceed(processGuid), { replace: true, state });
    } catch (error) {
      const fields = problemOf(error)?.fields;
      if (failedWith(error, 'invalidAnswers') && errorsFrom(fields).length > 0) form.current?.showErrors(errorsFrom(fields));
      else setSubmitError(toUserMessage(error, (id) => intl.formatMessage({ id })));
    } finally {
      setIsSubmitting(false);
    }
  }

  return { submit: (values: Record<string, unknown>) => void submit(values), isSubmitting, submitError };
}
