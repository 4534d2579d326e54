import { useEffect, useImperativeHandle, useRef, useState, type FormEvent } from 'react';
import type { FormEngine } from '../context/formEngine.ts';
import { getPage, type Step } from '../navigation/useSteps.ts';
import type { AssistantFormProps } from './AssistantForm.tsx';

/** Validates the answers of one page and displays their errors. */
function validatePage(engine: FormEngine, page: string | undefined): boolean {
  const { store } = engine;
  const { errors } = store.validate(({ address }) => getPage(engine, address) === page);
  // A file that is still uploading is not missing.
  if (errors.length > 0)
    store.showBusyErrors((address) => errors.some((error) => error.address === address));
  return errors.length === 0;
}

/** Submits valid answers, or goes to the next step. `attempt` counts rejected submissions. */
export function useFormSubmit({
  engine,
  steps,
  isSubmitting,
  isClosed = false,
  isConsentMissing,
  submitError,
  onSubmit,
  ref,
}: AssistantFormProps) {
  const { store } = engine;
  const [attempt, setAttempt] = useState(0);
  /** Error of the last submission, hidden while another error prevents the next one. */
  const [overtaken, setOvertaken] = useState<string>();
  const isSent = useRef(false);
  const submitButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isSubmitting) isSent.current = false;
  }, [isSubmitting]);

  useImperativeHandle(
    ref,
    () => ({
      showErrors(found) {
        store.setExternalErrors(found);
        setAttempt((count) => count + 1);
      },
    }),
    [store],
  );

  function refuse() {
    setAttempt((count) => count + 1);
    setOvertaken(submitError);
  }

  function send() {
    const result = store.validate();
    const isBusy = store.showBusyErrors();
    const isMissing = isConsentMissing?.() ?? false;
    if (result.errors.length > 0 || isBusy || isMissing) return refuse();
    isSent.current = true;
    setOvertaken(undefined);
    submitButton.current?.focus(); // Enter in a field disables that field
    onSubmit(result.answers);
  }

  function goOn(next: Step) {
    if (!validatePage(engine, steps.list[steps.current]?.id)) return refuse();
    setAttempt(0);
    steps.go(next.id);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting || isClosed || isSent.current) return; // a double click, or Enter held down
    const next = steps.list[steps.current + 1];
    if (next) goOn(next);
    else send();
  }

  const error = submitError === overtaken ? undefined : submitError;
  return { attempt, error, submitButton, handleSubmit };
}
