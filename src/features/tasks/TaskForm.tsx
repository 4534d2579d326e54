import { styled } from '@linaria/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import type { SubmissionResult } from '#schemas/assistants.ts';
import { localized } from '#schemas/common.ts';
import { deadlineOf } from '#schemas/tasks.rules.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { saveFile } from '#src/api/files.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/AssistantForm.tsx';
import { FormProgress } from '#src/engine/react/FormOutline.tsx';
import { servicesOf } from '#src/engine/react/services.ts';
import { useDraft } from '#src/engine/react/useDraft.ts';
import { useSteps } from '#src/engine/react/useSteps.ts';
import { ConsentBoxes } from '#src/forms/Consent.tsx';
import { createServices } from '#src/forms/services.ts';
import { DraftNotice } from '#src/forms/sheet/DraftNotice.tsx';
import { DraftStatus } from '#src/forms/sheet/DraftStatus.tsx';
import { unfinishedUploads } from '#src/forms/unfinishedUploads.ts';
import { useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { endDraft, keepAsked } from '#src/lib/drafts.ts';
import { pageParam } from '#src/lib/paths.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { readTabChoice, writeTabChoice } from '#src/lib/storage.ts';
import { useMoment, useNow } from '#src/lib/useMoment.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Clock, DownloadSimple } from '#src/ui/icons.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { KeptAnswers } from './KeptAnswers.tsx';
import type { OpenedTask } from './openTask.ts';
import { answersIn, useAnswering, type Refusal } from './useAnswering.ts';

const Intro = styled.div`
  display: grid;
  gap: var(--s-4);
  margin-bottom: var(--s-6);
  > p {
    color: var(--muted);
  }
  > p > b {
    color: var(--danger-text);
  }
  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
`;
/** At the upper edge of what scrolls, from side to side. */
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
  } /* on wide screens too: here is no outline beside the form */
`;
const Foot = styled.div`
  margin-top: var(--s-5);
`;

/** When the answers must be there; close to it a warning, minute by minute, and afterwards what that means. */
function DeadlineNote({
  validUntil,
  isKept,
}: {
  validUntil: string | null;
  /** what is written, on this device */ isKept: boolean;
}) {
  const moment = useMoment();
  const { phase, minutesLeft } = deadlineOf(
    validUntil,
    useNow((now) => deadlineOf(validUntil, now).changesInMs),
  );
  if (phase === 'none' || validUntil === null) return null;
  if (phase === 'far')
    return (
      <Note icon={Clock}>
        <p>
          <FormattedMessage id="tasks.deadline" values={{ at: moment(validUntil) }} />
        </p>
      </Note>
    );
  return (
    <Note tone={phase === 'near' ? 'warning' : 'danger'} icon={Clock} role="alert">
      <p>
        {phase === 'near' ? (
          <FormattedMessage
            id="tasks.deadline.near"
            values={{ minutes: minutesLeft, isKept: String(isKept) }}
          />
        ) : (
          <FormattedMessage id="tasks.deadline.passed" />
        )}
      </p>
    </Note>
  );
}

type TaskFormProps = {
  acc: string;
  task: OpenedTask;
  /** What the list says of it now: somebody else may have answered it, or it was closed. */
  now: Refusal | undefined;
  /** Of the task as it is now: a provider may move it while somebody writes. */
  validUntil: string | null;
  onSent: (result: SubmissionResult) => void;
  onDiscarded: () => void;
  onStartAgain: () => void;
  onSendFailed: () => void;
  onCancel: () => void;
  /** Whether something is written that closing would lose: nothing is kept on this device. */
  onUnkept: (isUnkept: boolean) => void;
  showToast: ShowToast;
};

/** The form of a task, filled in until it is sent or takes no answer any more. */
export function TaskForm({
  acc,
  task,
  now,
  validUntil,
  onSent,
  onDiscarded,
  onStartAgain,
  onSendFailed,
  onCancel,
  onUnkept,
  showToast,
}: TaskFormProps) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const language = useShownLanguage();
  const { process, engine, form: name, round, hasDraft, lost, wasSending } = task;
  const { accountId, workflowKey, revision, showAgb, showDatenschutz, attachments } = process;
  const form = useRef<AssistantFormHandle>(null);
  const asked = useMemo<ConsentName[]>(
    () => [
      ...(showAgb ? ['agbAccepted' as const] : []),
      ...(showDatenschutz ? ['datenschutzAccepted' as const] : []),
    ],
    [showAgb, showDatenschutz],
  );
  const {
    refuse,
    items: consentItems,
    ...consent
  } = useConsent(asked, process.metaData.statementHashes);
  const [refusal, setRefusal] = useState<Refusal>();
  const [hasEnded, setHasEnded] = useState(false);
  const [isShared, setIsShared] = useState(() => readTabChoice('sharedDevice') === 'yes');
  const { submit, isSubmitting, isUnclear, submitError } = useAnswering({
    acc,
    task,
    consent: consent.value,
    refuseConsent: refuse,
    form,
    onSent,
    onRefused: setRefusal,
    onFailed: onSendFailed,
  });
  const draftState = useDraft(engine, {
    form: name,
    round,
    workflowKey,
    revision,
    isShared,
    onEnded: () => setHasEnded(true),
    onFailing: () =>
      showToast({ level: 'warning', text: intl.formatMessage({ id: 'draft.notKept' }) }),
  });
  useEffect(() => {
    if (!isShared) void keepAsked(name, { formElement: process.formElement, revision });
  }, [isShared, name, process.formElement, revision]);
  const tellUnkept = useEffectEvent(() =>
    onUnkept((isShared || draftState.isFailing) && Object.keys(engine.store.answers()).length > 0),
  );
  useEffect(() => {
    tellUnkept();
  }, [isShared, draftState.isFailing]);
  useEffect(() => engine.store.onChange(() => tellUnkept()), [engine]);
  const [query, setQuery] = useSearchParams();
  const steps = useSteps({
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
  const unfinished = useMemo(
    () => unfinishedUploads({ form: name, round }, { workflowKey, revision }, isShared),
    [name, round, workflowKey, revision, isShared],
  );
  const services = useMemo(
    () =>
      servicesOf(
        createServices(dispatch, (id) => intl.formatMessage({ id }), {
          accountId,
          workflowKey,
          unfinished,
        }),
      ),
    [dispatch, accountId, workflowKey, unfinished, intl],
  );

  // What was sent and may have arrived is no refusal: sending it again tells.
  const over = refusal ?? (isSubmitting || isUnclear ? undefined : now);
  const discard = (then: () => void) => void endDraft({ form: name, round }).then(then);
  if (over)
    return (
      <KeptAnswers
        refusal={over}
        written={{
          formElement: process.formElement,
          revision,
          answers: answersIn(engine, engine.store.answers()),
        }}
        onDiscard={() => discard(onDiscarded)}
      />
    );

  function share(next: boolean) {
    writeTabChoice('sharedDevice', next ? 'yes' : undefined);
    setIsShared(next);
  }

  const { description, submitLabel } = process.formElement;
  const besides = {
    answered: asked.filter((each) => consent.value[each]).length,
    required: asked.length,
    errors: consent.missing.length,
  };
  const format = (id: 'error.offline' | 'error.unexpected') => intl.formatMessage({ id });
  const header = (
    <Intro>
      <DeadlineNote validUntil={validUntil} isKept={!isShared && !draftState.isFailing} />
      {steps.current === 0 && (
        <p>
          {description && `${localized(description, language)} `}
          <FormattedMessage
            id="form.requiredHint"
            values={{ b: (words) => <b key="star">{words}</b> }}
          />
        </p>
      )}
      {steps.current === 0 && process.assistantNotice && (
        <Note>
          <Markdown text={localized(process.assistantNotice, language)} />
        </Note>
      )}
      {steps.current === 0 && attachments.length > 0 && (
        <ul>
          {attachments.map(({ id, fileName }) => (
            <li key={id}>
              <Button
                icon={<DownloadSimple size={20} aria-hidden />}
                onClick={() =>
                  void saveFile(id, fileName, workflowKey).catch((error: unknown) =>
                    showToast({ level: 'error', text: toUserMessage(error, format) }),
                  )
                }
              >
                {fileName}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {steps.current === 0 && hasDraft && (
        <DraftNotice
          draft={wasSending ? 'unsent' : 'restored'}
          lost={lost}
          onDiscard={() => discard(onStartAgain)}
        />
      )}
      {hasEnded && (
        <Note tone="warning" role="alert">
          <p>
            <FormattedMessage id="draft.sentElsewhere" />
          </p>
          <Button variant="ghost" onClick={onStartAgain}>
            <FormattedMessage id="draft.startNew" />
          </Button>
        </Note>
      )}
    </Intro>
  );
  return (
    <>
      {steps.list.length > 1 && (
        <Progress>
          <FormProgress engine={engine} steps={steps} language={language} besides={besides}>
            {null}
          </FormProgress>
        </Progress>
      )}
      <AssistantForm
        ref={form}
        engine={engine}
        steps={steps}
        language={language}
        services={services}
        header={header}
        isSubmitting={isSubmitting}
        submitError={submitError}
        onSubmit={submit}
        areActionsPinned
        isConsentMissing={() => refuse(asked.filter((each) => !consent.value[each]))}
        consentItems={consentItems}
        submitLabel={
          submitLabel
            ? localized(submitLabel, language)
            : intl.formatMessage({ id: 'tasks.submit' })
        }
        consent={<ConsentBoxes {...consent} accountId={accountId} />}
        secondaryActions={
          <Button onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
        }
      />
      <Foot>
        <DraftStatus {...draftState} onShare={share} onDiscard={() => discard(onStartAgain)} />
      </Foot>
    </>
  );
}
