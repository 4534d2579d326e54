import { styled } from '@linaria/react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import { localize } from '#schemas/platform/common.ts';
import type { Task, TaskProcess } from '#schemas/tasks/tasks.ts';
import { getEnding } from '#schemas/tasks/tasks.rules.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { useGetCaseQuery } from '#src/api/cases/cases.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { useGetTaskQuery } from '#src/api/tasks/tasks.ts';
import { useOwnerId } from '#src/api/client/useUser.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { Failure } from '#src/forms/Failure.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { createAnswerServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { endDraft } from '#src/device/indexedDb/draftStorage.ts';
import { getTaskDraftName } from '#src/device/indexedDb/messageQueue.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { registry } from '#widgets/registry.ts';
import { KeptAnswers } from './KeptAnswers.tsx';
import {
  fetchTaskProcess,
  findLeft,
  openTask,
  type LeftAnswers,
  type OpenedTask,
} from './openTask.ts';
import { TaskForm } from './TaskForm.tsx';
import { findRefusal, type Refusal } from './useAnswering.ts';

const Thanks = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
  > h3 {
    font-size: var(--text-xl);
  }
`;
const Answered = styled.div`
  display: grid;
  gap: var(--s-5);
  > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

type Opened =
  { state: 'loading' } | { state: 'failed'; error: ApiError } | ({ state: 'ready' } & OpenedTask);

/** Opens the task's form: `again` starts over, `refresh` keeps every answer. */
function useOpenedTask(
  { acc, workflowKey, form }: { acc: string; workflowKey: string; form: string },
  isWanted: boolean,
) {
  const dispatch = useDispatch<AppDispatch>();
  const [opened, setOpened] = useState<Opened>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    openTask(dispatch, { acc, workflowKey, form }).then(
      (task) => {
        if (isCurrent) setOpened({ state: 'ready', ...task });
      },
      (error: unknown) => {
        if (isCurrent) setOpened({ state: 'failed', error: error as ApiError });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [dispatch, acc, workflowKey, form, isWanted, attempt]);

  function again() {
    setOpened({ state: 'loading' });
    setAttempt((count) => count + 1);
  }

  function refresh() {
    const take = (process: TaskProcess) =>
      setOpened((now) => (now.state === 'ready' ? { ...now, process } : now));
    // a failure keeps the present form
    fetchTaskProcess(dispatch, acc, workflowKey).then(take, () => undefined);
  }
  return { opened, again, refresh };
}

/** The listed state of a task while the user writes; a missing task was withdrawn. */
function useRefusal(task: Task | undefined): Refusal | undefined {
  const [wasListed, setWasListed] = useState(false);
  if (task && !wasListed) setWasListed(true);
  if (!task) return wasListed ? 'gone' : undefined;
  return task.hasAnswer ? 'answered' : getEnding(task);
}

/** Loads the draft of an earlier visit for a closed task. */
function useLeft(
  { acc, form }: { acc: string; form: string },
  isOver: boolean,
): LeftAnswers | undefined {
  const dispatch = useDispatch<AppDispatch>();
  const [left, setLeft] = useState<LeftAnswers>();
  useEffect(() => {
    if (!isOver) return undefined;
    let isCurrent = true;
    void findLeft(dispatch, { acc, form }).then((found) => {
      if (isCurrent) setLeft(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [dispatch, acc, form, isOver]);
  return left;
}

type TaskAddress = { acc: string; akte: string; workflowKey: string };

function TaskAnswers({ acc, akte, workflowKey }: TaskAddress) {
  const language = useShownLanguage();
  const moment = useMoment();
  const { data, error, refetch } = useGetTaskQuery({
    params: { acc, akteIdHash: akte, workflowKey },
  });
  const [answer] = data?.answers ?? [];
  const services = useMemo(() => createAnswerServices(workflowKey), [workflowKey]);
  if (error && !data) return <Failure error={error} retry={refetch} />;
  if (!answer) return <FormSkeleton />;
  const { answerCreationDate, revision, formElement, answerFormElements: answers } = answer;
  return (
    <Answered>
      <p>
        <FormattedMessage
          id="tasks.answeredOn"
          values={{ at: moment(answerCreationDate), revision }}
        />
      </p>
      <Suspense fallback={<FormSkeleton />}>
        <SubmittedAnswers
          submission={{ formElement, answers, revision, submittedAt: answerCreationDate }}
          registry={registry}
          language={language}
          services={services}
        />
      </Suspense>
    </Answered>
  );
}

function Sent({
  process: { accountName, headerLogoUrl },
  result: { resultText },
}: {
  process: TaskProcess;
  result: SubmissionResult;
}) {
  const language = useShownLanguage();
  return (
    <Thanks role="status">
      <ProviderLogo name={accountName} src={headerLogoUrl} />
      <h3>
        <FormattedMessage id="tasks.sent.title" />
      </h3>
      {resultText && <Markdown text={localize(resultText, language)} />}
    </Thanks>
  );
}

const BackButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" onClick={onClick}>
    <FormattedMessage id="tasks.sent.back" />
  </Button>
);

/** Account and case of the task. */
function useSender(acc: string, akte: string): string | undefined {
  const intl = useIntl();
  const { data } = useGetCaseQuery({ params: { acc, akte } });
  return data?.aktenzeichen
    ? intl.formatMessage(
        { id: 'cases.reference' },
        { account: data.accountName, reference: data.aktenzeichen },
      )
    : data?.accountName;
}

type TaskDialogProps = TaskAddress & {
  /** from the list */ task: Task | undefined;
  onClose: () => void;
};

/** One task: its form while open, its answers afterwards. */
export function TaskDialog({ acc, akte, workflowKey, task, onClose }: TaskDialogProps) {
  const intl = useIntl();
  const sender = useSender(acc, akte);
  // a change while the user writes is shown beside the form
  const [wasAnswered] = useState(task?.hasAnswer ?? false);
  const form = getTaskDraftName(useOwnerId() ?? '', workflowKey);
  const { opened, again, refresh } = useOpenedTask({ acc, workflowKey, form }, !wasAnswered);
  const [result, setResult] = useState<SubmissionResult>();
  const refusal = opened.state === 'failed' ? findRefusal(opened.error) : undefined;
  const isRead = wasAnswered || refusal === 'answered';
  const left = useLeft({ acc, form }, isRead || refusal !== undefined);
  const now = useRefusal(task);
  const discardLeft = () => {
    if (left) void endDraft(left).then(onClose);
  };
  const unsaved = useUnsavedChanges(onClose);
  const isLosing = unsaved.isChanged && !result;
  return (
    <>
      <Dialog
        hasAddress={!isLosing}
        sender={sender}
        title={task?.assistantName ?? intl.formatMessage({ id: 'cases.tab.tasks' })}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={isLosing ? unsaved.close : onClose}
        {...(result ? { actions: <BackButton onClick={onClose} /> } : {})}
      >
        {isRead && left && (
          <KeptAnswers refusal="answered" unsent={left.unsent} onDiscard={discardLeft} />
        )}
        {isRead && <TaskAnswers acc={acc} akte={akte} workflowKey={workflowKey} />}
        {!isRead && opened.state === 'loading' && <FormSkeleton />}
        {!isRead && refusal && (
          <KeptAnswers refusal={refusal} unsent={left?.unsent} onDiscard={discardLeft} />
        )}
        {opened.state === 'failed' && !refusal && <Failure error={opened.error} retry={again} />}
        {opened.state === 'ready' && result && <Sent process={opened.process} result={result} />}
        {opened.state === 'ready' && !result && (
          <TaskForm
            key={opened.round}
            acc={acc}
            task={opened}
            now={now}
            validUntil={task ? task.validUntil : opened.process.validUntil}
            onSent={setResult}
            onDiscarded={onClose}
            onStartAgain={again}
            onSendFailed={refresh}
            onCancel={isLosing ? unsaved.close : onClose}
            onUnkept={(isUnkept) => (isUnkept ? unsaved.change() : unsaved.saved())}
          />
        )}
      </Dialog>
      {unsaved.question}
    </>
  );
}
