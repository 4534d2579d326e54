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
} from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { localized } from '#schemas/common.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import type { FormContent } from '#schemas/forms.ts';
import type { KnownPerson } from '#schemas/users.rules.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { problemOf, toUserMessage } from '#src/api/errors.ts';
import { addressAt } from '#src/engine/core/address.ts';
import type { Answers } from '#src/engine/core/conditions.ts';
import type { AnswerError } from '#src/engine/core/validateAnswers.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/AssistantForm.tsx';
import { focusControl } from '#src/engine/react/ErrorSummary.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/formEngine.ts';
import { controlId } from '#src/engine/react/ids.ts';
import { servicesOf, type Provided } from '#src/engine/react/services.ts';
import { useDraft } from '#src/engine/react/useDraft.ts';
import { useSteps } from '#src/engine/react/useSteps.ts';
import type { Round } from '#src/lib/drafts.ts';
import { readTabChoice } from '#src/lib/storage.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { RefusedAnswers } from './refusedAnswers.ts';
import { loadPortalForm, type PortalFormName } from './portalForms.ts';
import { workflowOf } from './portalDrafts.ts';
import { createServices } from './services.ts';
import { unfinishedUploads } from './unfinishedUploads.ts';

export type PortalFormHandle = {
  /** Takes answers away, e.g. a PIN that was wrong, and leads to the first of them. */
  clear(...ids: string[]): void;
};

type PortalFormProps = {
  name: PortalFormName;
  /** What is known already, by element id. */
  initial?: Answers;
  /** Keeps what is typed on this device, as one round of this form; a draft that is taken up comes as `initial`. */
  draft?: Round & Pick<Parameters<typeof useDraft>[1], 'onEnded' | 'onFailing'>;
  /** Told at each answer, with all of them. */
  onChange?: (answers: Answers) => void;
  /** Whose new password this is: it must not hold any of it. */
  person?: KnownPerson;
  /** What this form needs besides the usual, e.g. `checkUsername`. */
  services?: readonly Provided[];
  /** The element that has the focus when the form appears, where something that was just done has led to it. */
  focusOn?: string;
  /** Title and introduction; they may name things that the form's own title does not. */
  header?: (content: FormContent) => ReactNode;
  /** The form's own, unless said otherwise; null while there is nothing to send. */
  submitLabel?: string | null;
  submitIcon?: ReactNode;
  /** Nothing can be sent now; say why nearby. */
  isClosed?: boolean;
  /**
   * Sends the answers, named as the call takes them. When it rejects, what the error says of fields is shown at them,
   * anything else above the button. Not for a form without a button.
   */
  onSubmit?: (answers: Record<string, unknown>) => Promise<void>;
  /** The sentence for an error that is not about fields; undefined where the screen shows it elsewhere. */
  errorText?: (error: unknown) => string | undefined;
  ref?: Ref<PortalFormHandle>;
};

/** What the server found wrong with the call's body, at the elements that stand for its parts. */
function errorsAtElements(error: unknown, { store }: FormEngine): AnswerError[] {
  const fields =
    error instanceof RefusedAnswers
      ? Object.entries(error.fields).map(([id, text]) => [`/${id}`, text] as const)
      : Object.entries(problemOf(error)?.fields ?? {});
  return fields.flatMap(([pointer, text]) => {
    const address = addressAt(pointer, () => false);
    return store.isVisible(address) ? [{ address, pointer, rule: 'refused', text }] : [];
  });
}

/** One of the portal's own forms (schemas/portal), drawn and checked as every form is. Suspends while its code loads. */
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
  useDraft(engine, { ...draft, ...workflowOf(draft.form), isShared: isShared() });
  return null;
}

function LoadedForm({
  module,
  initial,
  draft,
  onChange,
  person,
  services,
  focusOn,
  header,
  submitLabel,
  submitIcon,
  isClosed,
  onSubmit,
  errorText,
  ref,
}: Omit<PortalFormProps, 'name'> & { module: Module }) {
  const { content } = module;
  const intl = useIntl();
  const language = useShownLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const form = useRef<AssistantFormHandle>(null);
  const wanted = useRef(focusOn);
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
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [submitError, setSubmitError] = useState<string>();
  const steps = useSteps({ engine, language, wanted: undefined, onGo: () => undefined });
  const keptForm = draft?.form;
  const keptRound = draft?.round ?? 0;
  const allServices = useMemo(() => {
    const unfinished =
      keptForm === undefined
        ? {}
        : {
            unfinished: unfinishedUploads(
              { form: keptForm, round: keptRound },
              workflowOf(keptForm),
              isShared(),
            ),
          };
    return servicesOf([
      ...createServices(dispatch, (id) => intl.formatMessage({ id }), {
        ...unfinished,
        isSentFromGallery: true,
      }),
      ...(services ?? []),
    ]);
  }, [dispatch, intl, services, keptForm, keptRound]);
  const handleChange = useEffectEvent(() => onChange?.(engine.store.answers()));
  useEffect(() => engine.store.onChange(() => handleChange()), [engine]);

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
    if (isSubmitting || wanted.current === undefined) return; // while it is sent its fields are closed
    focusControl(controlId(wanted.current));
    wanted.current = undefined;
  }, [isSubmitting]);

  async function submit(answers: Record<string, unknown>): Promise<void> {
    setIsSubmitting(true);
    setSubmitError(undefined);
    try {
      await onSubmit?.(answers);
    } catch (error) {
      const errors = errorsAtElements(error, engine);
      if (errors.length > 0) form.current?.showErrors(errors);
      else
        setSubmitError(
          errorText ? errorText(error) : toUserMessage(error, (id) => intl.formatMessage({ id })),
        );
    } finally {
      setIsSubmitting(false);
    }
  }

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
        submitIcon={submitIcon}
        isClosed={isClosed}
        isSubmitting={isSubmitting}
        submitError={submitError}
        onSubmit={(answers) => void submit(answers)}
      />
    </>
  );
}
