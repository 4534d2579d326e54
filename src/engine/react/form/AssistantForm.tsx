import { useId, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { postedFormId } from '#schemas/forms/postedForms.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { handleEnter } from '#src/ui/handleEnter.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';
import { FormContext, type FormContextValue } from '../context/formContext.ts';
import type { FormEngine } from '../context/formEngine.ts';
import { RefusedContext } from '../context/refusedContext.ts';
import { useViews } from '../context/loadViews.ts';
import { ErrorSummary, formatSentence, type SummaryItem } from '../errors/ErrorSummary.tsx';
import { useErrorItems } from '../errors/useErrorItems.ts';
import { Element } from '../fields/Element.tsx';
import { useDeferredBlur } from '../fields/useDeferredBlur.ts';
import { StepsContext } from '../navigation/stepsContext.ts';
import { isLastStep, type Steps } from '../navigation/useSteps.ts';
import type { Services } from '../services/services.ts';
import { ServicesContext } from '../services/useService.ts';
import { FormActions } from './FormActions.tsx';
import { FormErrorBoundary } from './FormErrorBoundary.tsx';
import { RjsfRoot } from './RjsfRoot.tsx';
import { useEarlyInput } from './useEarlyInput.ts';
import { useFocusOfShownAgain } from './useFocusOfShownAgain.ts';
import { useFormSubmit } from './useFormSubmit.ts';
import { useStepFocus } from './useStepFocus.ts';

export type AssistantFormHandle = {
  /** Shows errors of the server, at the elements and in the summary. */
  showErrors(errors: readonly AnswerError[]): void;
};

/** How the browser sends the form before it is hydrated, or without scripts. */
export type NativePost = {
  /** Address of the form's page. */
  action: string;
  /** Hidden fields, before all others: the server needs them to read the rest. */
  fields: Readonly<Record<string, string>>;
  /** true when the page shows a form that was posted and refused */
  isRefused: boolean;
};

export type Opening = { failure: string | undefined; retry: () => void };

export type AssistantFormProps = {
  engine: FormEngine;
  /** Steps of a form with several pages (`useSteps`). */
  steps: Steps;
  language: Language;
  services: Services;
  /** Title and introduction, above the error summary. */
  header?: ReactNode;
  /** Consent that the page draws and checks before submission. */
  consent?: ReactNode;
  isConsentMissing?: () => boolean;
  /** Missing consent, for the error summary. */
  consentItems?: readonly SummaryItem[];
  /** undefined for a form without submission, where each answer counts at once. */
  submitLabel: string | undefined;
  /** Icon of the submit button; a paper plane by default. */
  submitIcon?: ReactNode;
  /** true while the form cannot be submitted. The screen says why. */
  isClosed?: boolean | undefined;
  /** true in dialogs: keeps the buttons visible at the lower edge of the scrolled content. */
  areActionsPinned?: boolean;
  /** Further actions on every page, after Next and Back. */
  secondaryActions?: ReactNode;
  /** Absent for a form that can be sent with scripts only. */
  nativePost?: NativePost | undefined;
  /** Present until the form can be sent: a submission waits, and retries after a failure. */
  opening?: Opening | undefined;
  isSubmitting: boolean;
  /** true while the draft is saved on this device */
  isDraftKept?: boolean;
  /** Error of the last submission that concerns no single answer. */
  submitError?: string | undefined;
  /**
   * Elements that `submitError` is about. They are marked until the visitor answers again, and the
   * error stays while an answer is missing.
   */
  refused?: readonly FieldAddress[] | undefined;
  /** true where Enter in a field submits, as in a login. Otherwise it goes to the next field. */
  isSentByEnter?: boolean | undefined;
  /**
   * Called with valid answers, once no upload is pending. Absent for a form of one page that the
   * browser posts, also once it is hydrated.
   */
  onSubmit?: ((answers: Record<string, unknown>) => void) | undefined;
  ref?: Ref<AssistantFormHandle>;
};

/** A form to fill in. RJSF renders the compiled schema, and the answer store has the answers. */
export function AssistantForm(props: AssistantFormProps) {
  const { engine, steps, language, services, isSubmitting, isSentByEnter = false } = props;
  const views = useViews(engine.elements, engine.registry);
  const leave = useDeferredBlur(engine.store);
  const [isShownAgain, setIsShownAgain] = useState(false);
  const context = useMemo<FormContextValue>(
    () => ({
      engine,
      language,
      views,
      isSubmitting,
      ElementComponent: Element,
      leave,
      enterKeyHint: isSentByEnter ? undefined : 'next',
    }),
    [engine, language, views, isSubmitting, leave, isSentByEnter],
  );
  return (
    <FormErrorBoundary
      isDraftKept={props.isDraftKept ?? false}
      onRetry={() => setIsShownAgain(true)}
    >
      <ServicesContext value={services}>
        <FormContext value={context}>
          <StepsContext value={steps}>
            <FilledForm {...props} isShownAgain={isShownAgain} />
          </StepsContext>
        </FormContext>
      </ServicesContext>
    </FormErrorBoundary>
  );
}

function FilledForm(props: AssistantFormProps & { isShownAgain: boolean }) {
  const { engine, steps, language, header, consentItems = [], isSubmitting } = props;
  const { isSentByEnter = false, refused: addresses, nativePost } = props;
  const { items, latest } = useErrorItems(engine, language);
  const form = useRef<HTMLFormElement>(null);
  const { attempt, error, submitButton, isWaiting, handleSubmit } = useFormSubmit(props, form);
  useEarlyInput(form);
  useFocusOfShownAgain(form, props.isShownAgain);
  const errorId = useId();
  const refused = useMemo(
    () => (error && addresses ? { addresses, errorId } : undefined),
    [error, addresses, errorId],
  );
  const { current, goTo } = useStepFocus(steps);
  const isLast = isLastStep(steps);
  const shownItems =
    attempt === 0
      ? []
      : [
          ...items.filter(({ page }) => isLast || page === current),
          ...(isLast ? consentItems : []),
        ];
  return (
    // A post, so that a submission before hydration puts no answers into the address.
    <form
      ref={form}
      id={nativePost && postedFormId}
      method="post"
      action={nativePost?.action}
      encType={nativePost && 'multipart/form-data'}
      noValidate
      data-opening={props.opening ? '' : undefined}
      onSubmit={handleSubmit}
      onKeyDown={isSentByEnter ? undefined : handleEnter}
    >
      {nativePost && <HiddenFields {...nativePost} isSentByEnter={isSentByEnter} />}
      {wrapText(header)}
      <ErrorSummary items={shownItems} attempt={attempt} onGoTo={goTo} />
      <RefusedContext value={refused}>
        <RjsfRoot schema={engine.schema} />
      </RefusedContext>
      {/* Announces an error that appears on blur, because the focus has moved on. */}
      <p className={visuallyHidden} role="status">
        {latest && formatSentence(latest)}
      </p>
      <FormActions
        {...props}
        isSubmitting={isSubmitting || isWaiting}
        error={error}
        errorId={errorId}
        submitButton={submitButton}
      />
    </form>
  );
}

/**
 * Without scripts, Enter presses the first submit button (implicit submission). This one is before
 * those that add a row. A disabled one keeps the browser from submitting.
 */
function HiddenFields({ fields, isSentByEnter }: NativePost & { isSentByEnter: boolean }) {
  const isHydrated = useIsHydrated();
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      {!isHydrated && (
        <button
          type="submit"
          className={visuallyHidden}
          tabIndex={-1}
          aria-hidden
          disabled={!isSentByEnter}
        />
      )}
    </>
  );
}
