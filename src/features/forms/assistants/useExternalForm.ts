import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { pinLimits } from '#schemas/forms/limits.ts';
import { failedWith } from '#src/api/client/errors.ts';
import { formSession, type Login } from '#src/api/client/formSession.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import type { Thanks } from '#src/device/draftStorage.ts';
import { removePrefill } from '#src/routing/prefill.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
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

function removePrefillFromAddress(): void {
  const { pathname, search, hash } = location;
  history.replaceState(history.state, '', pathname + removePrefill(search) + hash);
}

/** Provides the form's session to its calls while the form is open. */
function useFormSession(login: Login): void {
  // An expired token is renewed by the next call, with the PIN if there is one.
  useEffect(() => {
    formSession.setLogin(login);
    return () => formSession.setLogin(undefined);
  }, [login]);

  // Other pages use the session of the user.
  useEffect(() => () => formSession.set(undefined), []);
}

/**
 * Opens the form of a link. `retry` opens again, `refresh` reloads after a failed submission. `pin`
 * is set while it waits for a PIN.
 */
export function useExternalForm(
  link: FormLink,
): ExternalForm & { retry: () => void; refresh: () => void; pin: PinRequest | undefined } {
  const dispatch = useDispatch<AppDispatch>();
  const [form, setForm] = useState<ExternalForm>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [idempotencyKey] = useState(generateKey);
  const { login, request: pin } = usePinLogin(link.form, idempotencyKey);
  const opening = useRef(link);

  useEffect(() => {
    let isCurrent = true;
    const show = (next: ExternalForm) => {
      if (isCurrent) setForm(next);
    };
    const loginAtStart: Login = async (...needed) => {
      const session = await login(...needed);
      await wait(pinLimits.fetchDelayMs);
      return session;
    };
    // React may run an effect twice; only one run may start a workflow.
    const timer = setTimeout(() => {
      openForm(dispatch, {
        link: opening.current,
        search: location.search,
        login: loginAtStart,
        idempotencyKey,
      }).then(
        (opened) => {
          removePrefillFromAddress();
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
  useFormSession(login);

  function retry() {
    setForm({ state: 'loading' });
    setAttempt((count) => count + 1);
  }

  /** Reloads the form and keeps every answer. An expired workflow restarts from the draft. */
  async function refresh() {
    if (form.state !== 'ready') return;
    try {
      const process = await fetchProcess(dispatch, form.process.workflowKey);
      setForm((now) => (now.state === 'ready' ? { ...now, process } : now));
    } catch (error) {
      if (failedWith(error, 'notFound')) retry();
    }
  }

  return { ...form, pin, retry, refresh: () => void refresh() };
}
