import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { localize } from '#schemas/platform/common.ts';
import { mayLead } from '#schemas/accounts/staff.rules.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useCloseFirmTaskMutation, useFirmTasksInfiniteQuery } from '#src/api/tasks/firmTasks.ts';
import { ErrorText, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { useMoment } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { paths } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Plus } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { HandOutTaskDialog } from './HandOutTaskDialog.tsx';

const Body = styled.div`
  display: grid;
  gap: var(--s-4);
  align-content: start;
  min-height: 0;
  overflow-y: auto;
  padding: var(--s-5) var(--s-6) var(--s-6);
  > ul {
    display: grid;
    gap: var(--s-3);
    list-style: none;
  }
  > ul > li {
    display: grid;
    gap: var(--s-1) var(--s-4);
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    padding: var(--s-3) var(--s-4);
    border: 1px solid var(--border);
    border-radius: var(--r-md);
    overflow-wrap: anywhere;
  }
  > ul > li > p {
    grid-column: 1;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > ul > li > button {
    grid-row: 1 / span 3;
    grid-column: 2;
  }
  @media (max-width: 1279px) {
    overflow: visible;
  }
  @media (max-width: 767px) {
    padding: var(--s-4) var(--gutter) var(--s-6);
    > ul > li {
      grid-template-columns: minmax(0, 1fr);
    }
    > ul > li > button {
      grid-row: auto;
      grid-column: 1;
    }
  }
`;

type TasksProps = { acc: string; caseId: string; role: StaffRole };

/** State of a task: until when it waits, or when it was answered, closed or its deadline passed. */
function TaskState({ task }: { task: ProviderTask }) {
  const moment = useMoment();
  const { answerCreationDate, closedDate, validUntil, openedDate, state } = task;
  if (answerCreationDate !== null)
    return <FormattedMessage id="firmTasks.answered" values={{ at: moment(answerCreationDate) }} />;
  if (state === 'expired' && validUntil !== null)
    return <FormattedMessage id="tasks.badge.expiredOn" values={{ at: moment(validUntil) }} />;
  if (closedDate !== null)
    return <FormattedMessage id="firmTasks.closed" values={{ at: moment(closedDate) }} />;
  return (
    <>
      {validUntil === null ? (
        <FormattedMessage id="firmTasks.open" />
      ) : (
        <FormattedMessage id="firmTasks.openUntil" values={{ at: moment(validUntil) }} />
      )}
      <WrappedText>{' · '}</WrappedText>
      {openedDate === null ? (
        <FormattedMessage id="firmTasks.unopened" />
      ) : (
        <FormattedMessage id="firmTasks.opened" values={{ at: moment(openedDate) }} />
      )}
    </>
  );
}

type ItemProps = { acc: string; task: ProviderTask; role: StaffRole };

/** Closes a task after a question, because no call opens it again. */
function CloseTask({ acc, task: { workflowId, assistantName } }: Omit<ItemProps, 'role'>) {
  const intl = useIntl();
  const language = useShownLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const [close, { isLoading, error }] = useCloseFirmTaskMutation();

  async function run(): Promise<void> {
    const answer = await close({ acc, params: { workflowId } });
    if (!('error' in answer)) toast({ level: 'success', text: { id: 'firmTasks.isClosed' } });
  }

  const closeText = <FormattedMessage id="firmTasks.close" />;
  return (
    <>
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        {closeText}
      </Button>
      {isAsking && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'firmTasks.close.title' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button onClick={() => setIsAsking(false)}>
                <FormattedMessage id="action.cancel" />
              </Button>
              <Button variant="primary" isBusy={isLoading} onClick={() => void run()}>
                {closeText}
              </Button>
            </>
          }
        >
          {error && (
            <p role="alert">
              <ErrorText error={error} />
            </p>
          )}
          <p>
            <FormattedMessage
              id="firmTasks.close.text"
              values={{ name: localize(assistantName, language) }}
            />
          </p>
        </Dialog>
      )}
    </>
  );
}

function TaskItem({ acc, task, role }: ItemProps) {
  const language = useShownLanguage();
  const { assistantName, submissionId, assignee, closedDate } = task;
  const isOpen = submissionId === null && closedDate === null;
  return (
    <li>
      <b>{localize(assistantName, language)}</b>
      <p>
        <TaskState task={task} />
      </p>
      {assignee && (
        <p>
          <FormattedMessage id="firmTasks.assignee" values={{ name: formatPersonName(assignee) }} />
        </p>
      )}
      {submissionId !== null && (
        <p>
          <Link to={paths.inbox(acc, submissionId)}>
            <FormattedMessage id="firmTasks.readAnswer" />
          </Link>
        </p>
      )}
      {isOpen && mayLead(role) && <CloseTask acc={acc} task={task} />}
    </li>
  );
}

/** The tasks of a case as the firm sees them, newest first. */
export function FirmTasks({ acc, caseId, role }: TasksProps) {
  const intl = useIntl();
  const paged = useFirmTasksInfiniteQuery({ acc, caseId });
  const { currentData: data, error } = paged;
  const [isHandingOut, setIsHandingOut] = useState(false);
  const tasks = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Body tabIndex={-1}>
      {mayLead(role) && (
        <div>
          <Button icon={<Plus size={20} aria-hidden />} onClick={() => setIsHandingOut(true)}>
            <FormattedMessage id="firmTasks.handOut" />
          </Button>
        </div>
      )}
      {!data && (error ? <StaffFailure error={error} retry={paged.refetch} /> : <Loading />)}
      {data && tasks.length === 0 && (
        <p>
          <FormattedMessage id="firmTasks.none" />
        </p>
      )}
      <ul aria-label={intl.formatMessage({ id: 'cases.tab.tasks' })}>
        {tasks.map((task) => (
          <TaskItem key={task.workflowId} acc={acc} task={task} role={role} />
        ))}
      </ul>
      <MoreButton of={paged}>
        <FormattedMessage id="firmTasks.more" />
      </MoreButton>
      {isHandingOut && (
        <HandOutTaskDialog acc={acc} caseId={caseId} onClose={() => setIsHandingOut(false)} />
      )}
    </Body>
  );
}
