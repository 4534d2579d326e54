import { styled } from '@linaria/react';
import type { Ref } from 'react';
import { FormattedMessage } from 'react-intl';
import { postedActions } from '#schemas/forms/postedForms.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowLeft, PaperPlaneTilt } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { useFormAction } from '../context/useFormAction.ts';
import { isLastStep, type Steps } from '../navigation/useSteps.ts';
import type { AssistantFormProps } from './AssistantForm.tsx';

const Actions = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  margin-top: var(--s-7);
  &:has(> :only-child:empty) {
    display: none;
  } /* a form without a submit button has none */
  > div:last-child {
    --brand: var(--form-button-brand, inherit);
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-3);
    width: 100%;
  }
  &[data-pinned] {
    display: contents;
  }
  &[data-pinned] > * {
    margin-top: var(--s-5);
  }
  &[data-pinned] > div:last-child {
    position: sticky;
    bottom: calc(var(--inset-block, 0px) * -1);
    z-index: var(--z-sticky);
    flex-direction: row-reverse;
    width: auto;
    margin-inline: calc(var(--inset, 0px) * -1);
    padding: var(--s-4) var(--inset, 0px);
    border-top: 1px solid var(--border);
    background: var(--sunken);
  }
  @media (max-width: 639px) {
    &[data-pinned] > div:last-child > button {
      flex: 1 1 auto;
      width: auto;
    }
  }
  @media print {
    &[data-pinned] > div:last-child {
      position: static;
    }
  }
`;

type FormActionsProps = Pick<
  AssistantFormProps,
  | 'steps'
  | 'consent'
  | 'submitLabel'
  | 'submitIcon'
  | 'isClosed'
  | 'isSubmitting'
  | 'areActionsPinned'
  | 'secondaryActions'
> & {
  /** Error of the last submission. */
  error: string | undefined;
  errorId: string;
  submitButton: Ref<HTMLButtonElement>;
};

/** Consent, the error of a submission, and the buttons: submit, next and back. */
export function FormActions({
  steps,
  consent,
  submitLabel,
  submitIcon = <PaperPlaneTilt size={20} aria-hidden />,
  isClosed = false,
  isSubmitting,
  areActionsPinned = false,
  secondaryActions,
  error,
  errorId,
  submitButton,
}: FormActionsProps) {
  const isLast = isLastStep(steps);
  const isHydrated = useIsHydrated();
  return (
    <Actions data-pinned={areActionsPinned ? '' : undefined}>
      {isLast && consent}
      {isLast && error && (
        <Note id={errorId} tone="danger" role="alert">
          {error}
        </Note>
      )}
      <div data-brand>
        {isLast && submitLabel !== undefined && (
          <Button
            ref={submitButton}
            type="submit"
            variant="primary"
            isBusy={isSubmitting}
            aria-disabled={(isClosed && isHydrated) || undefined} // else the server refuses it
            icon={submitIcon}
          >
            {submitLabel}
          </Button>
        )}
        {!isLast && (
          // a button of its own per step, so that a double click opens one step
          <Button key={steps.current} type="submit" variant="primary">
            <FormattedMessage id="form.next" />
          </Button>
        )}
        {steps.current > 0 && <BackButton key={`back ${steps.current}`} steps={steps} />}
        {secondaryActions}
      </div>
    </Actions>
  );
}

function BackButton({ steps }: { steps: Steps }) {
  const action = useFormAction();
  const goBack = () => steps.go(steps.list[steps.current - 1]?.id ?? '');
  return (
    <Button icon={<ArrowLeft size={20} aria-hidden />} {...action(postedActions.back, goBack)}>
      <FormattedMessage id="form.back" />
    </Button>
  );
}
