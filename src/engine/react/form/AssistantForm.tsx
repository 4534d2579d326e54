import RjsfForm from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { styled } from '@linaria/react';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { FormattedMessage } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowLeft, PaperPlaneTilt } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { FormContext, type FormContextValue } from '../context/formContext.ts';
import { Element } from '../fields/Element.tsx';
import {
  ErrorSummary,
  focusControl,
  sentenceOf,
  type SummaryItem,
} from '../errors/ErrorSummary.tsx';
import { FormErrorBoundary } from './FormErrorBoundary.tsx';
import type { FormEngine } from '../context/formEngine.ts';
import { sectionId } from '../context/ids.ts';
import { useViews } from '../context/loadViews.ts';
import { rjsfValidator } from './rjsfValidator.ts';
import { SectionLayout } from './SectionLayout.tsx';
import type { Services } from '../services/services.ts';
import { toSummaryItem } from '../errors/summaryItem.ts';
import { useAnswerErrorText } from '../errors/useAnswerErrorText.ts';
import { useDeferredBlur } from '../fields/useDeferredBlur.ts';
import { StepsContext } from '../navigation/stepsContext.ts';
import { ServicesContext } from '../services/useService.ts';
import { pageOf, type Step, type Steps } from '../navigation/useSteps.ts';

const Actions = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  margin-top: var(--s-7);
  --brand: var(--form-button-brand, inherit);
  &:has(> :only-child:empty) {
    display: none;
  } /* a form whose answers count as they are given has none */
  > div:last-child {
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

export type AssistantFormHandle = {
  /** Shows what the server found wrong, at the elements and in the summary. */
  showErrors(errors: readonly AnswerError[]): void;
};

export type AssistantFormProps = {
  engine: FormEngine;
  /** The way through several pages (`useSteps`). */
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
  /** Without one there is nothing to send: each answer counts as it is given. */
  submitLabel: string | undefined;
  /** Before the label; a paper plane, unless said otherwise. */
  submitIcon?: ReactNode;
  /** Nothing can be sent now. The screen says why. */
  isClosed?: boolean | undefined;
  /** The buttons stay in sight at the lower edge of what scrolls: in dialogs. */
  areActionsPinned?: boolean;
  /** Further actions on every page, after Next and Back. */
  secondaryActions?: ReactNode;
  isSubmitting: boolean;
  /** Why the last try to send failed, if it is not about the answers. */
  submitError?: string | undefined;
  /** Called with answers that fit, while nothing is still uploading. */
  onSubmit: (answers: Record<string, unknown>) => void;
  ref?: Ref<AssistantFormHandle>;
};

/** RJSF starts with the field of the root schema; ours draws the whole form. */
const fields = { SchemaField: SectionLayout };

/** A form to fill in: RJSF draws the compiled schema, the answer store holds what is typed. */
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

function FilledForm({
  engine,
  steps,
  language,
  header,
  consent,
  isConsentMissing,
  consentItems = [],
  submitLabel,
  submitIcon = <PaperPlaneTilt size={20} aria-hidden />,
  isClosed = false,
  areActionsPinned = false,
  secondaryActions,
  isSubmitting,
  submitError,
  onSubmit,
  ref,
}: AssistantFormProps) {
  const textOf = useAnswerErrorText();
  const [attempt, setAttempt] = useState(0);
  /** Error of the last submission, while another error prevents sending. */
  const [overtaken, setOvertaken] = useState<string>();
  const { store, schema } = engine;
  const errors = useSyncExternalStore(store.subscribeOutline, store.getErrors);
  // Drawn once: RJSF compares its props in depth whenever the form around it is rendered. The answers are none of its business.
  const drawn = useMemo(
    () => (
      <RjsfForm<Record<string, unknown>, RJSFSchema>
        tagName="div"
        schema={schema}
        validator={rjsfValidator}
        fields={fields}
        showErrorList={false}
      >
        {/* An own child keeps RJSF from drawing its submit button. */}
        <></>
      </RjsfForm>
    ),
    [schema],
  );
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
    submitButton.current?.focus(); // Enter in a field sends too, and fields are closed while sending
    onSubmit(result.answers);
  }

  function goOn(next: Step) {
    const page = steps.list[steps.current]?.id;
    const { errors: here } = store.validate(({ address }) => pageOf(engine, address) === page);
    if (here.length > 0) {
      store.showBusyErrors((address) => here.some((error) => error.address === address)); // a file that is on its way is not missing
      return refuse();
    }
    setAttempt(0);
    steps.go(next.id);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting || isClosed || isSent.current) return; // a second click, or Enter held down
    const next = steps.list[steps.current + 1];
    if (next) goOn(next);
    else send();
  }

  // A new step is read from its title on; who follows an error goes to its element.
  const current = steps.list[steps.current]?.id;
  const shown = useRef(current);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    if (wanted.current !== undefined) focusControl(wanted.current);
    else document.getElementById(sectionId(current ?? ''))?.focus();
    wanted.current = undefined;
  }, [current]);

  function handleGoTo({ controlId: id, page }: SummaryItem) {
    if (page === undefined || page === current) return focusControl(id);
    wanted.current = id;
    steps.go(page);
  }

  const itemOf = (error: AnswerError): SummaryItem[] => {
    const element = store.getShown().get(error.address)?.element;
    return element
      ? [toSummaryItem(error, element, textOf(element, error), { engine, language })]
      : [];
  };
  const found = [...store.getShown().keys()]
    .flatMap((address) => errors.get(address) ?? [])
    .flatMap(itemOf);
  const isLast = steps.current >= steps.list.length - 1;
  const items =
    attempt === 0
      ? []
      : [
          ...found.filter(({ page }) => isLast || page === current),
          ...(isLast ? consentItems : []),
        ];
  const [spoken] = [store.getLatestError()].flatMap((error) => (error ? itemOf(error) : []));

  return (
    <form noValidate onSubmit={handleSubmit}>
      {header}
      <ErrorSummary items={items} attempt={attempt} onGoTo={handleGoTo} />
      {drawn}
      {/* Announces an error that appears on blur, because the focus has moved on. */}
      <p className={visuallyHidden} role="status">
        {spoken && sentenceOf(spoken)}
      </p>
      <Actions data-brand data-pinned={areActionsPinned ? '' : undefined}>
        {isLast && consent}
        {isLast && submitError && submitError !== overtaken && (
          <Note tone="danger" role="alert">
            {submitError}
          </Note>
        )}
        <div>
          {isLast && submitLabel !== undefined && (
            <Button
              ref={submitButton}
              type="submit"
              variant="primary"
              isBusy={isSubmitting}
              aria-disabled={isClosed || undefined}
              icon={submitIcon}
            >
              {submitLabel}
            </Button>
          )}
          {!isLast && (
            <Button type="submit" variant="primary">
              <FormattedMessage id="form.next" />
            </Button>
          )}
          {steps.current > 0 && (
            <Button
              icon={<ArrowLeft size={20} aria-hidden />}
              onClick={() => steps.go(steps.list[steps.current - 1]?.id ?? '')}
            >
              <FormattedMessage id="form.back" />
            </Button>
          )}
          {secondaryActions}
        </div>
      </Actions>
    </form>
  );
}
