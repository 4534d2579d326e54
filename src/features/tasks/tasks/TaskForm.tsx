import { styled } from '@linaria/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import { localize } from '#schemas/platform/common.ts';
import type { TaskProcess } from '#schemas/tasks/tasks.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { FormProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import { toServices } from '#src/engine/react/services/services.ts';
import { isDraftKept, useDraft } from '#src/engine/react/drafts/useDraft.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import { ConsentBoxes } from '#src/forms/statements/Consent.tsx';
import { createServices } from '#src/forms/services.ts';
import { collectUnsent } from '#src/forms/sheet/collectUnsent.ts';
import { DraftStatus } from '#src/forms/sheet/DraftStatus.tsx';
import { unfinishedUploads } from '#src/forms/unfinishedUploads.ts';
import { useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { endDraft, saveAsked } from '#src/device/indexedDb/draftStorage.ts';
import { pageParam } from '#src/routing/paths.ts';
import { readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { toast } from '#src/ui/toast.ts';
import { KeptAnswers } from './KeptAnswers.tsx';
import type { OpenedTask } from './openTask.ts';
import { TaskIntro } from './TaskIntro.tsx';
import { useAnswering, type Refusal } from './useAnswering.ts';

/** Sticky bar at the top of the scroll area. */
const Progress = styled.div`
  display: contents;
  > section {
    position: sticky;
    top: calc(var(--inset-block) * -1);
    z-index: var(--z-sticky);
    margin: calc(var(--inset-block) * -1) calc(var(--inset) * -1) var(--s-5);
    padding: 0.7rem var(--inset);
    background: var(--raised);
    border-bottom: 1px solid var(--border);
  }
  > section > div {
    display: block;
  } /* also on wide screens, because no outline is beside the form */
`;
const Foot = styled.div`
  margin-top: var(--s-5);
`;

type TaskFormProps = {
  acc: string;
  task: OpenedTask;
  /** Current state in the list: another person may have answered it, or staff closed it. */
  now: Refusal | undefined;
  /** Deadline as of now; the provider may change it while the user writes. */
  validUntil: string | null;
  onSent: (result: SubmissionResult) => void;
  onDiscarded: () => void;
  onStartAgain: () => void;
  onSendFailed: () => void;
  onCancel: () => void;
  /** true when closing would lose answers, because this device stores no drafts */
  onUnkept: (isUnkept: boolean) => void;
};

/** Consent that the task asks for. */
function useTaskConsent({ showAgb, showDatenschutz, metaData }: TaskProcess) {
  const asked = useMemo<ConsentName[]>(
    () => [
      ...(showAgb ? ['agbAccepted' as const] : []),
      ...(showDatenschutz ? ['datenschutzAccepted' as const] : []),
    ],
    [showAgb, showDatenschutz],
  );
  const { refuse, items, ...boxes } = useConsent(asked, metaData.statementHashes);
  const unanswered = asked.filter((each) => !boxes.value[each]);
  return {
    refuse,
    items,
    boxes,
    isMissing: () => refuse(unanswered),
    /** counts for the form's progress */
    progress: {
      answered: asked.length - unanswered.length,
      required: asked.length,
      errors: boxes.missing.length,
    },
  };
}

/** Stores the draft on this device. Reports when closing would lose the answers. */
function useTaskDraft(
  { process, engine, form, round, restoredAt }: OpenedTask,
  isShared: boolean,
  onUnkept: TaskFormProps['onUnkept'],
) {
  const { formElement, workflowKey, revision } = process;
  const [hasEnded, setHasEnded] = useState(false);
  const status = useDraft(engine, {
    form,
    round,
    workflowKey,
    revision,
    isShared,
    restoredAt,
    onEnded: () => setHasEnded(true),
    onFailing: () => toast({ level: 'warning', text: { id: 'draft.notKept' } }),
  });
  useEffect(() => {
    if (!isShared) void saveAsked(form, { formElement, revision });
  }, [isShared, form, formElement, revision]);
  const reportUnkept = useEffectEvent(() =>
    onUnkept((isShared || status.isFailing) && Object.keys(engine.store.getAnswers()).length > 0),
  );
  useEffect(() => {
    reportUnkept();
  }, [isShared, status.isFailing]);
  useEffect(() => engine.store.subscribeChanges(() => reportUnkept()), [engine]);
  return { status, hasEnded };
}

/** Steps of the form. The current one is in the address. */
function useAddressedSteps(engine: FormEngine) {
  const language = useShownLanguage();
  const [query, setQuery] = useSearchParams();
  return useSteps({
    engine,
    language,
    wanted: query.get(pageParam) ?? undefined,
    onGo: (id) =>
      setQuery(
        (before) =>
          new URLSearchParams([
            ...[...before].filter(([each]) => each !== pageParam),
            [pageParam, id],
          ]),
      ),
  });
}

function useTaskServices({ process, form, round }: OpenedTask, isShared: boolean) {
  const intl = useIntl();
  const { accountId, workflowKey, revision } = process;
  const unfinished = useMemo(
    () => unfinishedUploads({ form, round }, { workflowKey, revision }, isShared),
    [form, round, workflowKey, revision, isShared],
  );
  return useMemo(
    () =>
      toServices(
        createServices((id) => intl.formatMessage({ id }), {
          accountId,
          workflowKey,
          unfinished,
        }),
      ),
    [accountId, workflowKey, unfinished, intl],
  );
}

/** Choice of a shared device, where no draft is stored. */
function useIsShared() {
  const [isShared, setIsShared] = useState(() => readTabChoice('sharedDevice') === 'yes');
  function share(next: boolean): void {
    writeTabChoice('sharedDevice', next ? 'yes' : undefined);
    setIsShared(next);
  }
  return [isShared, share] as const;
}

function useTaskForm({ acc, task, now, onSent, onSendFailed, onUnkept }: TaskFormProps) {
  const form = useRef<AssistantFormHandle>(null);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isShared, share] = useIsShared();
  const consent = useTaskConsent(task.process);
  const answering = useAnswering({
    acc,
    task,
    consent: consent.boxes.value,
    refuseConsent: consent.refuse,
    form,
    onSent,
    onRefused: setRefusal,
    onFailed: onSendFailed,
  });
  const draft = useTaskDraft(task, isShared, onUnkept);
  // A lost response is not a refusal; a retry gets the stored response.
  const isPending = answering.isSubmitting || answering.isUnclear;
  return {
    form,
    refusal: refusal ?? (isPending ? undefined : now),
    share,
    consent,
    answering,
    draft: { ...draft, isKept: !isShared && !draft.status.isFailing },
    steps: useAddressedSteps(task.engine),
    services: useTaskServices(task, isShared),
  };
}

/** Answers that were written before the task was closed. */
function RefusedAnswers({
  task: { process, engine },
  refusal,
  onDiscard,
}: {
  task: OpenedTask;
  refusal: Refusal;
  onDiscard: () => void;
}) {
  const unsent = collectUnsent(process, engine.store.getAnswers());
  return <KeptAnswers refusal={refusal} unsent={unsent} onDiscard={onDiscard} />;
}

/** The form of an open task. */
export function TaskForm(props: TaskFormProps) {
  const { task, validUntil, onDiscarded, onStartAgain, onCancel } = props;
  const intl = useIntl();
  const language = useShownLanguage();
  const { process, engine, form: name, round } = task;
  const { form, refusal, share, consent, answering, draft, steps, services } = useTaskForm(props);
  const discard = (then: () => void) => void endDraft({ form: name, round }).then(then);
  if (refusal)
    return <RefusedAnswers task={task} refusal={refusal} onDiscard={() => discard(onDiscarded)} />;
  const { submitLabel } = process.formElement;
  const discardAndRestart = () => discard(onStartAgain);
  return (
    <>
      {steps.list.length > 1 && (
        <Progress>
          <FormProgress {...{ engine, steps, language }} besides={consent.progress}>
            {null}
          </FormProgress>
        </Progress>
      )}
      <AssistantForm
        ref={form}
        {...{ engine, steps, language, services }}
        header={
          <TaskIntro
            {...{ task, validUntil, onStartAgain }}
            isFirstStep={steps.current === 0}
            isKept={draft.isKept}
            hasEnded={draft.hasEnded}
            onDiscard={discardAndRestart}
          />
        }
        isSubmitting={answering.isSubmitting}
        submitError={answering.submitError}
        isDraftKept={isDraftKept(draft.status)}
        onSubmit={answering.submit}
        areActionsPinned
        isConsentMissing={consent.isMissing}
        consentItems={consent.items}
        submitLabel={
          submitLabel ? localize(submitLabel, language) : intl.formatMessage({ id: 'tasks.submit' })
        }
        consent={<ConsentBoxes {...consent.boxes} accountId={process.accountId} />}
        secondaryActions={
          <Button onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
        }
      />
      <Foot>
        <DraftStatus {...draft.status} onShare={share} onDiscard={discardAndRestart} />
      </Foot>
    </>
  );
}
