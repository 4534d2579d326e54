import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import type { FormEngine } from '../context/formEngine.ts';
import { getPage, type Step } from '../navigation/useSteps.ts';
import type { AssistantFormProps, Opening } from './AssistantForm.tsx';

/** Validates the answers of one page and displays their errors. */
function validatePage(engine: FormEngine, page: string | undefined): boolean {
  const { store } = engine;
  const { errors } = store.validate(({ address }) => getPage(engine, address) === page);
  // A file that is still uploading is not missing.
  if (errors.length > 0)
    store.showBusyErrors((address) => errors.some((error) => error.address === address));
  return errors.length === 0;
}

/** Lets a submission wait until the form can be sent. */
function useOpening(opening: Opening | undefined, form: RefObject<HTMLFormElement | null>) {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || (opening && opening.failure === undefined)) return;
    setIsWaiting(false);
    if (!opening) form.current?.requestSubmit(); // it can be sent now
  }, [isWaiting, opening, form]);
  const wait = () => {
    setIsWaiting(true);
    if (opening?.failure !== undefined) opening.retry();
  };
  return { isWaiting, wait };
}

/** Submits valid answers, or goes to the next step. `attempt` counts rejected submissions. */
export function useFormSubmit(props: AssistantFormProps, form: RefObject<HTMLFormElement | null>) {
  const { engine, steps, isSubmitting, isClosed = false, submitError, opening, ref } = props;
  const { refused, onSubmit } = props;
  const { store } = engine;
  const [attempt, setAttempt] = useState(props.nativePost?.isRefused ? 1 : 0);
  /** Error of the last submission, hidden while another error prevents the next one. */
  const [overtaken, setOvertaken] = useState<string>();
  const isSent = useRef(false);
  const { isWaiting, wait } = useOpening(opening, form);
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
    // One about a refused answer stays: it says how many attempts are left.
    if (!refused) setOvertaken(submitError);
  }

  /** Returns the answers if they can be sent. Displays their errors otherwise. */
  function getValidAnswers(): Record<string, unknown> | undefined {
    const { errors, answers } = store.validate();
    const isBusy = store.showBusyErrors();
    const isMissing = props.isConsentMissing?.() ?? false;
    const isValid = errors.length === 0 && !isBusy && !isMissing;
    if (isValid) setOvertaken(undefined);
    else refuse();
    return isValid ? answers : undefined;
  }

  function send() {
    const answers = getValidAnswers();
    if (!answers) return;
    isSent.current = true;
    submitButton.current?.focus(); // Enter in a field disables that field
    onSubmit?.(answers);
  }

  function openNextStep(next: Step) {
    if (!validatePage(engine, steps.list[steps.current]?.id)) return refuse();
    setAttempt(0);
    steps.go(next.id);
  }

  function handleSubmit(event: FormEvent) {
    if (!onSubmit && !isClosed && getValidAnswers()) return; // the browser posts it
    event.preventDefault();
    if (!onSubmit) return;
    if (isSubmitting || isClosed || isSent.current) return; // a double click, or Enter held down
    if (opening) return wait();
    const next = steps.list[steps.current + 1];
    if (next) openNextStep(next);
    else send();
  }

  const error = submitError === overtaken ? opening?.failure : submitError;
  return { attempt, error, submitButton, isWaiting, handleSubmit };
}
