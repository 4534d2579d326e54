import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { limits } from '#schemas/limits.ts';
import { failedWith } from '#src/api/errors.ts';
import { formSession, type Login } from '#src/api/formSession.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import type { Thanks } from '#src/lib/drafts.ts';
import { withoutPrefill } from '#src/lib/prefill.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import type { FormLink } from './links.ts';
import { fetchProcess, openForm, type OpenedForm } from './openForm.ts';
import { usePinLogin, type PinRequest } from './usePinLogin.ts';

export type ExternalForm =
  | { state: 'loading' }
  | { state: 'notFound' }
  | { state: 'failed'; error: unknown }
  | { state: 'sent'; thanks: Thanks }
  | ({ state: 'ready' } & OpenedForm);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The form behind a link. `retry` tries again after a failure to open it, `refresh` after one to send it; `pin` is there while it waits for its PIN. */
export function useExternalForm(
  link: FormLink,
): ExternalForm & { retry: () => void; refresh: () => void; pin: PinRequest | undefined } {
  const dispatch = useDispatch<AppDispatch>();
  const [form, setForm] = useState<ExternalForm>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [idempotencyKey] = useState(newKey);
  const { login, request: pin } = usePinLogin(link.form, idempotencyKey);
  const opening = useRef(link); // one visit has one link

  useEffect(() => {
    let isCurrent = true;
    const show = (next: ExternalForm) => {
      if (isCurrent) setForm(next);
    };
    const loginAtStart: Login = async (...needed) => {
      const session = await login(...needed);
      await wait(limits.pin.fetchDelayMs);
      return session;
    };
    // React may run an effect twice; only one visit is to start a workflow.
    const timer = setTimeout(() => {
      openForm(dispatch, {
        link: opening.current,
        search: location.search,
        login: loginAtStart,
        idempotencyKey,
      }).then(
        (opened) => {
          history.replaceState(
            history.state,
            '',
            location.pathname + withoutPrefill(location.search) + location.hash,
          );
          show(
            'sent' in opened
              ? { state: 'sent', thanks: opened.sent }
              : { state: 'ready', ...opened },
          );
        },
        (error: unknown) =>
          show(failedWith(error, 'notFound') ? { state: 'notFound' } : { state: 'failed', error }),
      );
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [dispatch, login, idempotencyKey, attempt]);

  // A token that has ended is renewed by whatever call needs it, with the PIN where there is one.
  useEffect(() => {
    formSession.setLogin(login);
    return () => formSession.setLogin(undefined);
  }, [login]);

  // Elsewhere in the portal calls go out under the user's own login.
  useEffect(() => () => formSession.set(undefined), []);

  function retry() {
    setForm({ state: 'loading' });
    setAttempt((count) => count + 1);
  }

  /** The form as the server has it now, with every answer kept. A workflow that has gone is begun anew from the draft. */
  async function refresh() {
    if (form.state !== 'ready') return;
    try {
      const process = await fetchProcess(dispatch, form.process.workflowKey);
      setForm((now) => (now.state === 'ready' ? { ...now, process } : now));
    } catch (error) {
      if (failedWith(error, 'notFound')) retry();
    }
  }

  return {
    ...form,
    pin,
    retry,
    refresh: () => void refresh(),
  };
}
