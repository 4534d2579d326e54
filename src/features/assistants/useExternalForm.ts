import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { failedWith } from '#src/api/errors.ts';
import { withoutPrefill } from '#src/lib/prefill.ts';
import type { AppDispatch } from './dispatch.ts';
import { openForm, type OpenedForm } from './openForm.ts';

export type ExternalForm = { state: 'loading' } | { state: 'notFound' } | { state: 'failed'; error: unknown } | ({ state: 'ready' } & OpenedForm);

/** The form behind a link. `retry` tries again after a failure. */
export function useExternalForm(processGuid: string): ExternalForm & { retry: () => void } {
  const dispatch = useDispatch<AppDispatch>();
  const [form, setForm] = useState<ExternalForm>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    const show = (next: ExternalForm) => { if (isCurrent) setForm(next); };
    // React may run an effect twice; only one visit is to start a workflow.
    const timer = setTimeout(() => {
      openForm(dispatch, processGuid, location.search).then(
        (opened) => {
          history.replaceState(history.state, '', location.pathname + withoutPrefill(location.search) + location.hash);
          show({ state: 'ready', ...opened });
        },
        (error: unknown) => show(failedWith(error, 'notFound') ? { state: 'notFound' } : { state: 'failed', error }),
      );
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [dispatch, processGuid, attempt]);

  return {
    ...form,
    retry() {
      setForm({ state: 'loading' });
      setAttempt((count) => count + 1);
    },
  };
}
