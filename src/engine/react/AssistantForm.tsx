import RjsfForm from '@rjsf/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { styled } from '@linaria/react';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, useSyncExternalStore, type FormEvent, type ReactNode, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { localized, type Language } from '#schemas/common.ts';
import type { AnswerError } from '#src/engine/core/validateAnswers.ts';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { PaperPlaneTilt } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { FormContext, type FormContextValue } from './context.ts';
import { ErrorSummary, type SummaryItem } from './ErrorSummary.tsx';
import { FormErrorBoundary } from './FormErrorBoundary.tsx';
import type { FormEngine } from './formEngine.ts';
import { controlId } from './ids.ts';
import { useViews } from './loadViews.ts';
import getRegistry from './rjsfRegistry.ts';
import type { EngineServices } from './services.ts';
import { useErrorText } from './useErrorText.ts';

const Actions = styled.div`
  display: grid; gap: var(--s-4); justify-items: start; margin-top: var(--s-7);
  --brand: var(--form-button-brand, inherit);
`;

export type AssistantFormHandle = {
  /** Shows what the server found wrong, at the elements and in the summary. */
  showErrors(errors: readonly AnswerError[], others?: readonly SummaryItem[]): void;
};

export type AssistantFormProps = {
  engine: FormEngine;
  language: Language;
  services: EngineServices;
  /** Title and introduction, above the error summary. */
  header?: ReactNode;
  /** What must be accepted before sending; the page draws it and says what is missing. */
  consent?: ReactNode;
  validateConsent?: () => SummaryItem[];
  submitLabel: string;
  isSubmitting: boolean;
  /** Why the last try to send failed, if it is not about the answers. */
  submitError?: string | undefined;
  /** Called with answers that fit, while nothing is still uploading. */
  onSubmit: (answers: Record<string, unknown>) => void;
  ref?: Ref<AssistantFormHandle>;
};

const { fields, templates } = getRegistry();
/** The root of the compiled schema is drawn by our layout. */
const uiSchema: UiSchema<Record<string, unknown>, RJSFSchema> = { 'ui:field': 'form' };

/** A form to fill in: RJSF draws the compiled schema, the answer store holds what is typed. */
export function AssistantForm(props: AssistantFormProps) {
  const { engine, language, services } = props;
  const views = useViews(engine.elements, engine.registry);
  const [busy] = useState(() => new Set<string>());
  const context = useMemo<FormContextValue>(() => ({ engine, language, services, views, busy }), [engine, language, services, views, busy]);
  return <FormErrorBoundary><FormContext value={context}><FilledForm {...props} busy={busy} /></FormContext></FormErrorBoundary>;
}

function FilledForm({ engine, language, header, consent, validateConsent, submitLabel, isSubmitting, submitError, onSubmit, ref, busy }: AssistantFormProps & { busy: Set<string> }) {
  const intl = useIntl();
  const textOf = useErrorText();
  const [attempt, setAttempt] = useState(0);
  const [others, setOthers] = useState<readonly SummaryItem[]>([]);
  const { store, elements, schema, validator } = engine;
  const errors = useSyncExternalStore(store.onOutline, store.errors);
  const isSent = useRef(false);
  const formData = useMemo(() => store.answers(), [store]);

  useEffect(() => {
    if (!isSubmitting) isSent.current = false;
  }, [isSubmitting]);

  useImperativeHandle(ref, () => ({
    showErrors(found, more = []) {
      store.showErrors(found);
      setOthers(more);
      setAttempt((count) => count + 1);
    },
  }), [store]);

  function refuse(more: readonly SummaryItem[]) {
    setOthers(more);
    setAttempt((count) => count + 1);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting || isSent.current) return; // a second click, or Enter held down
    const result = store.validateAll();
    const uploading = [...busy].filter((id) => store.isVisible(id));
    if (uploading.length > 0) store.showErrors([...result.errors, ...uploading.map((elementId) => ({ elementId, pointer: `/${elementId}`, rule: 'uploading', text: intl.formatMessage({ id: 'file.error.uploading' }) }))]);
    const missing = validateConsent?.() ?? [];
    if (result.errors.length > 0 || uploading.length > 0 || missing.length > 0) return refuse(missing);
    setOthers([]);
    isSent.current = true;
    onSubmit(result.answers);
  }

  const items = attempt === 0 ? [] : [...elements.flatMap((element): SummaryItem[] => {
    const error = errors.get(element.id);
    return error ? [{ controlId: controlId(element.id), label: element.label ? localized(element.label, language) : element.id, message: textOf(element, error) }] : [];
  }), ...others];
  const lastError = [...errors.values()].at(-1);
  const spoken = lastError && elements.find(({ id }) => id === lastError.elementId);

  return (
    <form noValidate onSubmit={handleSubmit}>
      {header}
      <ErrorSummary items={items} attempt={attempt} />
      <RjsfForm<Record<string, unknown>, RJSFSchema>
        tagName="div" schema={schema} uiSchema={uiSchema} validator={validator} initialFormData={formData} fields={fields} templates={templates}
        idPrefix="rjsf" showErrorList={false}
      >
        {/* An own child keeps RJSF from drawing its submit button. */}
        <></>
      </RjsfForm>
      {/* Says an error that appears when an element is left: nobody is looking there any more. */}
      <p className={visuallyHidden} role="status">{spoken && lastError ? `${spoken.label ? localized(spoken.label, language) : spoken.id}: ${textOf(spoken, lastError)}` : ''}</p>
      <Actions data-brand>
        {consent}
        {submitError && <Note tone="danger" role="alert">{submitError}</Note>}
        <Button type="submit" variant="primary" isBusy={isSubmitting} icon={<PaperPlaneTilt size={20} aria-hidden />}>{submitLabel}</Button>
      </Actions>
    </form>
  );
}
