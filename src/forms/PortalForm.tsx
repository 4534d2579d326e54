import {
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
import { postedNames, type PostedPortalForm } from '#schemas/forms/postedForms.ts';
import { localize, type KnownPerson, type Language } from '#schemas/platform/common.ts';
import type { FormContent } from '#schemas/forms/forms.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { parsePointer } from '#src/engine/core/fieldAddress.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import {
  AssistantForm,
  type AssistantFormHandle,
  type NativePost,
} from '#src/engine/react/form/AssistantForm.tsx';
import { focusControl } from '#src/engine/react/errors/ErrorSummary.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { getToday } from '#src/engine/react/context/getToday.ts';
import { getControlId } from '#src/engine/react/context/ids.ts';
import { toServices, type Provided } from '#src/engine/react/services/services.ts';
import { isDraftKept, useDraft } from '#src/engine/react/drafts/useDraft.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import type { Round } from '#src/device/indexedDb/draftStorage.ts';
import { readTabChoice } from '#src/device/storage.ts';
import { useOutcome } from '#src/loading/useOutcome.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { isSentByEnter } from './isSentByEnter.ts';
import { RefusedAnswers } from './refusedAnswers.ts';
import { portalForms, type PortalFormModule, type PortalFormName } from './portalForms.ts';
import { getWorkflow } from './portalDrafts.ts';
import { createServices } from './services.ts';
import { unfinishedUploads } from './unfinishedUploads.ts';

export type PortalFormHandle = {
  /** Clears answers, e.g. a wrong PIN, and focuses the first of them. */
  clear(...ids: string[]): void;
  /** Clears an answer that the failed call refused, and marks its field with the error. */
  refuse(id: string): void;
};

/** How a page that the server has rendered posts its form without scripts, to its own address. */
export type PostedPage = {
  /** The form that was posted, and is shown again. */
  posted?: PostedPortalForm | undefined;
  /** Sealed state that the page posts again. */
  state?: string | undefined;
  /** Names the form, of a page that the server could take for another. */
  action?: string;
  /** Query that prefills the form behind this one. */
  prefill?: string | undefined;
};

/** An address that keeps the path, which may be secret. */
const ownAddress = '?';

type PortalFormProps = {
  name: PortalFormName;
  /** Absent for a form that only scripts send. */
  page?: PostedPage | undefined;
  /** Initial answers by element id. */
  initial?: Answers;
  /** Saves typed answers on this device; a restored draft is passed as `initial`. */
  draft?: Round & Pick<Parameters<typeof useDraft>[1], 'onEnded' | 'onFailing'>;
  /** Called on each change with all answers. */
  onChange?: (answers: Answers) => void;
  /** The person whose new password this is: it must not contain their data. */
  person?: KnownPerson;
  /** The firm for which a member of its staff writes; its files belong to the firm. */
  staffAccountId?: string;
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
   * errors above the button. Absent for a form without a button, and for one of a `page` that the
   * browser posts.
   */
  onSubmit?: (answers: Record<string, unknown>) => Promise<void>;
  /** Formats an error without fields; undefined if the screen shows it elsewhere. */
  getErrorText?: (error: unknown) => string | undefined;
  ref?: Ref<PortalFormHandle>;
};

/** Maps the server's errors to the elements they refer to. */
function listErrorsAtElements(error: unknown, { store }: FormEngine): AnswerError[] {
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
  const module = useOutcome(portalForms, name);
  return <LoadedForm key={name} {...props} module={module} />;
}

const isShared = (): boolean => readTabChoice('sharedDevice') === 'yes';

type KeptDraftProps = {
  engine: FormEngine;
  draft: NonNullable<PortalFormProps['draft']>;
  onChange: (isKept: boolean) => void;
};

function KeptDraft({ engine, draft, onChange }: KeptDraftProps): null {
  const state = useDraft(engine, { ...draft, ...getWorkflow(draft.form), isShared: isShared() });
  const isKept = isDraftKept(state);
  useEffect(() => onChange(isKept), [onChange, isKept]);
  return null;
}

/** Returns the services of all portal forms and those that only this form needs. */
function useFormServices({
  services,
  draft,
  staffAccountId,
}: Pick<PortalFormProps, 'services' | 'draft' | 'staffAccountId'>): ReturnType<typeof toServices> {
  const intl = useIntl();
  const form = draft?.form;
  const round = draft?.round ?? 0;
  return useMemo(() => {
    const unfinished =
      form === undefined
        ? {}
        : { unfinished: unfinishedUploads({ form, round }, getWorkflow(form), isShared()) };
    return toServices([
      ...createServices((id) => intl.formatMessage({ id }), {
        ...unfinished,
        ...(staffAccountId === undefined ? {} : { staffAccountId }),
        isSentFromGallery: true,
      }),
      ...(services ?? []),
    ]);
  }, [intl, services, staffAccountId, form, round]);
}

/** Sends the answers and shows an error at its fields, or returns it for the form as a whole. */
function useSubmission(
  engine: FormEngine,
  form: RefObject<AssistantFormHandle | null>,
  { page, onSubmit, getErrorText }: Pick<PortalFormProps, 'page' | 'onSubmit' | 'getErrorText'>,
) {
  const errorText = useErrorText();
  const { failure, refused: first } = page?.posted ?? {};
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useState(failure);
  const [refused, setRefused] = useState<readonly string[] | undefined>(
    first === undefined ? undefined : [first],
  );

  async function submit(answers: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    setRefused(undefined);
    try {
      await onSubmit?.(answers);
    } catch (error) {
      const errors = listErrorsAtElements(error, engine);
      if (errors.length > 0) form.current?.showErrors(errors);
      else setSubmitError(getErrorText ? getErrorText(error) : errorText(error));
    } finally {
      setIsSubmitting(false);
    }
  }
  return { submit, isSubmitting, submitError, refused, setRefused };
}

/** Focuses an element on mount, and the first one that `clear` has emptied after a failed call. */
function useWantedFocus(
  engine: FormEngine,
  { ref, focusOn }: Pick<PortalFormProps, 'ref' | 'focusOn'>,
  isSubmitting: boolean,
  setRefused: (ids: readonly string[]) => void,
): void {
  const wanted = useRef(focusOn);
  useImperativeHandle(
    ref,
    () => ({
      clear(...ids) {
        ids.forEach((id) => engine.store.set(id, undefined));
        wanted.current = ids[0];
      },
      refuse(id) {
        engine.store.set(id, undefined);
        wanted.current = id;
        setRefused([id]);
      },
    }),
    [engine, setRefused],
  );
  useEffect(() => {
    if (isSubmitting || wanted.current === undefined) return; // fields are disabled during the call
    focusControl(getControlId(wanted.current));
    wanted.current = undefined;
  }, [isSubmitting]);
}

/** Creates the engine once, with the answers and errors of a form that was posted. */
function useEngine(
  { initial, person, page }: Pick<PortalFormProps, 'initial' | 'person' | 'page'>,
  module: PortalFormModule,
): FormEngine {
  const [engine] = useState(() => {
    const created = createFormEngine({
      content: module.content,
      revision: 0,
      registry: portalRegistry,
      module,
      initial: { ...initial, ...page?.posted?.answers },
      ...(person ? { person } : {}),
      today: getToday,
    });
    if (page?.posted) created.store.setExternalErrors(page.posted.errors);
    return created;
  });
  return engine;
}

const buildNativePost = (
  { posted, state, action, prefill }: PostedPage,
  language: Language,
): NativePost => ({
  action: ownAddress,
  fields: {
    [postedNames.language]: language,
    ...(state === undefined ? {} : { [postedNames.state]: state }),
    ...(action === undefined ? {} : { [postedNames.action]: action }),
    ...(prefill === undefined ? {} : { [postedNames.prefill]: prefill }),
  },
  isRefused: (posted?.errors.length ?? 0) > 0,
});

function LoadedForm({
  module,
  ...props
}: Omit<PortalFormProps, 'name'> & { module: PortalFormModule }) {
  const { page, draft, onChange, onSubmit, header, submitLabel } = props;
  const { content } = module;
  const language = useShownLanguage();
  const form = useRef<AssistantFormHandle>(null);
  const engine = useEngine(props, module);
  const steps = useSteps({ engine, language, wanted: undefined, onGo: () => undefined });
  const allServices = useFormServices(props);
  const [isKept, setIsKept] = useState(false);
  const { submit, isSubmitting, submitError, refused, setRefused } = useSubmission(
    engine,
    form,
    props,
  );
  useWantedFocus(engine, props, isSubmitting, setRefused);
  const handleChange = useEffectEvent(() => onChange?.(engine.store.getAnswers()));
  useEffect(() => engine.store.subscribeChanges(() => handleChange()), [engine]);
  return (
    <>
      {draft && <KeptDraft engine={engine} draft={draft} onChange={setIsKept} />}
      <AssistantForm
        ref={form}
        engine={engine}
        steps={steps}
        language={language}
        services={allServices}
        nativePost={page && buildNativePost(page, language)}
        header={header?.(content)}
        submitLabel={
          submitLabel === null
            ? undefined
            : (submitLabel ?? (content.submitLabel && localize(content.submitLabel, language)))
        }
        submitIcon={props.submitIcon}
        isClosed={props.isClosed}
        isSubmitting={isSubmitting}
        submitError={submitError}
        isDraftKept={isKept}
        refused={refused}
        isSentByEnter={isSentByEnter(content, portalRegistry)}
        onSubmit={page && !onSubmit ? undefined : (answers) => void submit(answers)}
      />
    </>
  );
}
