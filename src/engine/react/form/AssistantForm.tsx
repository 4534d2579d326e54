import { useMemo, type ReactNode, type Ref } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { FormContext, type FormContextValue } from '../context/formContext.ts';
import type { FormEngine } from '../context/formEngine.ts';
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
import { useFormSubmit } from './useFormSubmit.ts';
import { useStepFocus } from './useStepFocus.ts';

export type AssistantFormHandle = {
  /** Shows errors of the server, at the elements and in the summary. */
  showErrors(errors: readonly AnswerError[]): void;
};

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
  isSubmitting: boolean;
  /** Error of the last submission that concerns no single answer. */
  submitError?: string | undefined;
  /** Called with valid answers, once no upload is pending. */
  onSubmit: (answers: Record<string, unknown>) => void;
  ref?: Ref<AssistantFormHandle>;
};

/** A form to fill in. RJSF renders the compiled schema, and the answer store has the answers. */
export function AssistantForm(props: AssistantFormProps) {
  const { engine, steps, language, services, isSubmitting } = props;
  const views = useViews(engine.elements, engine.registry);
  const leave = useDeferredBlur(engine.store);
  const context = useMemo<FormContextValue>(
    () => ({ engine, language, views, isSubmitting, ElementComponent: Element, leave }),
    [engine, language, views, isSubmitting, leave],
  );
  return (
    <FormErrorBoundary>
      <ServicesContext value={services}>
        <FormContext value={context}>
          <StepsContext value={steps}>
            <FilledForm {...props} />
          </StepsContext>
        </FormContext>
      </ServicesContext>
    </FormErrorBoundary>
  );
}

function FilledForm(props: AssistantFormProps) {
  const { engine, steps, language, header, consentItems = [] } = props;
  const { items, latest } = useErrorItems(engine, language);
  const { attempt, error, submitButton, handleSubmit } = useFormSubmit(props);
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
    <form noValidate onSubmit={handleSubmit}>
      {header}
      <ErrorSummary items={shownItems} attempt={attempt} onGoTo={goTo} />
      <RjsfRoot schema={engine.schema} />
      {/* Announces an error that appears on blur, because the focus has moved on. */}
      <p className={visuallyHidden} role="status">
        {latest && formatSentence(latest)}
      </p>
      <FormActions {...props} error={error} submitButton={submitButton} />
    </form>
  );
}
