import {
  use,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { localized, type KnownPerson } from '#schemas/platform/common.ts';
import { germanDay } from '#schemas/platform/dates.ts';
import type { FormContent } from '#schemas/forms/forms.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { parsePointer } from '#src/engine/core/fieldAddress.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import { focusControl } from '#src/engine/react/errors/ErrorSummary.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { controlId } from '#src/engine/react/context/ids.ts';
import { toServices, type Provided } from '#src/engine/react/services/services.ts';
import { useDraft } from '#src/engine/react/drafts/useDraft.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import type { Round } from '#src/device/draftStorage.ts';
import { readTabChoice } from '#src/device/storage.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { RefusedAnswers } from './refusedAnswers.ts';
import { loadPortalForm, type PortalFormName } from './portalForms.ts';
import { getWorkflow } from './portalDrafts.ts';
import { createServices } from './services.ts';
import { unfinishedUploads } from './unfinishedUploads.ts';

export type PortalFormHandle = {
  /** Clears answers, e.g. a wrong PIN, and focuses the first of them. */
  clear(...ids: string[]): void;
};

type PortalFormProps = {
  name: PortalFormName;
  /** Initial answers by element id. */
  initial?: Answers;
  /** Saves typed answers on this device; a restored draft is passed as `initial`. */
  draft?: Round & Pick<Parameters<typeof useDraft>[1], 'onEnded' | 'onFailing'>;
  /** Called on each change with all answers. */
  onChange?: (answers: Answers) => void;
  /** The person whose new password this is: it must not contain their data. */
  person?: KnownPerson;
  /** Services that only this form needs, e.g. `checkUsername`. */
  services?: readonly Provided[];
  /** The element to focus on mount, if a user action has opened the form. */
  focusOn?: string;
  /** Title and introduction in place of the form's own. */
  header?: (content: FormContent) => ReactNode;
  /** Replaces the label of the form; null for a form without a button. */
  submitLabel?: string | null;
  submitIcon?: ReactNode;
  /** Disables sending; the page shows why. */
  isClosed?: boolean;
  /**
   * Sends the answers under the names of the call. Errors about fields are shown at them, other
   * errors above the button. Not for a form without a button.
   */
  onSubmit?: (answers: Record<string, unknown>) => Promise<void>;
  /** Formats an error without fields; undefined if the screen shows it elsewhere. */
  getErrorText?: (error: unknown) => string | undefined;
  ref?: Ref<PortalFormHandle>;
};

/** Maps the server's errors to the elements they refer to. */
function errorsAtElements(error: unknown, { store }: FormEngine): AnswerError[] {
  const fields =
    error instanceof RefusedAnswers
      ? Object.entries(error.fields).map(([id, text]) => [`/${id}`, text] as const)
      : Object.entries(getProblem(error)?.fields ?? {});
  return fields.flatMap(([pointer, text]) => {
    const address = parsePointer(pointer, () => false);
    return store.isVisible(address) ? [{ address, pointer, rule: 'refused', text }] : [];
  });
}

/** One of the portal's own forms (schemas/ownForms). Suspends while its code loads. */
export function PortalForm({ name, ...props }: PortalFormProps) {
  const module = use(loadPortalForm(name));
  return <LoadedForm key={name} {...props} module={module} />;
}

type Module = Awaited<ReturnType<typeof loadPortalForm>>;

const isShared = (): boolean => readTabChoice('sharedDevice') === 'yes';

function KeptDraft({
  engine,
  draft,
}: {
  engine: FormEngine;
  draft: NonNullable<PortalFormProps['draft']>;
}): null {
  useDraft(engine, { ...draft, ...getWorkflow(draft.form), isShared: isShared() });
  return null;
}

/** Returns the services of all portal forms and those that only this form needs. */
function useFormServices(
  services: PortalFormProps['services'],
  draft: PortalFormProps['draft'],
): ReturnType<typeof toServices> {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const form = draft?.form;
  const round = draft?.round ?? 0;
  return useMemo(() => {
    const unfinished =
      form === undefined
        ? {}
        : { unfinished: unfinishedUploads({ form, round }, getWorkflow(form), isShared()) };
    return toServices([
      ...createServices(dispatch, (id) => intl.formatMessage({ id }), {
        ...unfinished,
        isSentFromGallery: true,
      }),
      ...(services ?? []),
    ]);
  }, [dispatch, intl, services, form, round]);
}

/** Sends the answers and shows an error at its fields, or returns it for the form as a whole. */
function useSubmission(
  engine: FormEngine,
  form: RefObject<AssistantFormHandle | null>,
  { onSubmit, getErrorText }: Pick<PortalFormProps, 'onSubmit' | 'getErrorText'>,
) {
  const errorText = useErrorText();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useState<string>();

  async function submit(answers: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    try {
      await onSubmit?.(answers);
    } catch (error) {
      const errors = errorsAtElements(error, engine);
      if (errors.length > 0) form.current?.showErrors(errors);
      else setSubmitError(getErrorText ? getErrorText(error) : errorText(error));
    } finally {
      setIsSubmitting(false);
    }
  }
  return { submit, isSubmitting, submitError };
}

/** Focuses an element on mount, and the first one that `clear` has emptied after a failed call. */
function useWantedFocus(
  engine: FormEngine,
  { ref, focusOn }: Pick<PortalFormProps, 'ref' | 'focusOn'>,
  isSubmitting: boolean,
): void {
  const wanted = useRef(focusOn);
  useImperativeHandle(
    ref,
    () => ({
      clear(...ids) {
        ids.forEach((id) => engine.store.set(id, undefined));
        wanted.current = ids[0];
      },
    }),
    [engine],
  );
  useEffect(() => {
    if (isSubmitting || wanted.current === undefined) return; // fields are disabled during the call
    focusControl(controlId(wanted.current));
    wanted.current = undefined;
  }, [isSubmitting]);
}

function LoadedForm({ module, ...props }: Omit<PortalFormProps, 'name'> & { module: Module }) {
  const { initial, draft, onChange, person, services, header, submitLabel } = props;
  const { content } = module;
  const language = useShownLanguage();
  const form = useRef<AssistantFormHandle>(null);
  const [engine] = useState(() =>
    createFormEngine({
      content,
      revision: 0,
      registry: portalRegistry,
      module,
      ...(initial ? { initial } : {}),
      ...(person ? { person } : {}),
      today: () => germanDay(new Date()),
    }),
  );
  const steps = useSteps({ engine, language, wanted: undefined, onGo: () => undefined });
  const allServices = useFormServices(services, draft);
  const { submit, isSubmitting, submitError } = useSubmission(engine, form, props);
  useWantedFocus(engine, props, isSubmitting);
  const handleChange = useEffectEvent(() => onChange?.(engine.store.getAnswers()));
  useEffect(() => engine.store.subscribeChanges(() => handleChange()), [engine]);
  return (
    <>
      {draft && <KeptDraft engine={engine} draft={draft} />}
      <AssistantForm
        ref={form}
        engine={engine}
        steps={steps}
        language={language}
        services={allServices}
        header={header?.(content)}
        submitLabel={
          submitLabel === null
            ? undefined
            : (submitLabel ?? (content.submitLabel && localized(content.submitLabel, language)))
        }
        submitIcon={props.submitIcon}
        isClosed={props.isClosed}
        isSubmitting={isSubmitting}
        submitError={submitError}
        onSubmit={(answers) => void submit(answers)}
      />
    </>
  );
}
