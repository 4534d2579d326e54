import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import {
  getMsUntilExpiry,
  passesFilter,
  sortTasks,
  taskFilters,
  type TaskFilter,
} from '#schemas/tasks/tasks.rules.ts';
import type { Task } from '#schemas/tasks/tasks.ts';
import { useListTasksQuery } from '#src/api/tasks/tasks.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { useNow } from '#src/locale/useMoment.ts';
import { CheckCircle } from '#src/ui/icons.ts';
import { TaskDialog } from './TaskDialog.tsx';
import { TaskRow } from './TaskRow.tsx';
import { useLeftTasks } from './useLeftTasks.ts';
import { useTaskAddress } from './useTaskAddress.ts';

const Page = styled.div`
  overflow: auto;
  padding: var(--s-5) var(--s-6) var(--s-8);
  > nav {
    display: flex;
    gap: var(--s-2);
  }
  > nav a {
    display: inline-flex;
    gap: 0.5rem;
    align-items: center;
    flex: none;
    min-height: 2.25rem;
    padding: 0.2rem 0.75rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--surface);
    color: var(--text);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  > nav a:hover {
    border-color: var(--accent-edge);
  }
  > nav a[aria-current] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > nav a span {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  > nav a[aria-current] span {
    color: inherit;
  }
  > ul {
    margin-top: var(--s-4);
    border-top: 1px solid var(--border);
  }
  > p {
    display: grid;
    justify-items: center;
    gap: var(--s-3);
    padding: var(--s-8) var(--s-5);
    color: var(--muted);
    text-align: center;
  }
  @media (max-width: 767px) {
    padding: var(--s-4) var(--gutter) var(--s-8);
    > nav {
      margin-inline: calc(var(--gutter) * -1);
      padding-inline: var(--gutter);
      overflow-x: auto;
      scrollbar-width: none;
      scroll-padding-inline: var(--gutter);
    }
  }
  @media print {
    overflow: visible;
    > nav {
      display: none;
    }
  }
`;

const filterLabels = {
  all: 'tasks.filter.all',
  open: 'tasks.filter.open',
  done: 'tasks.filter.done',
  expired: 'tasks.filter.expired',
} as const satisfies Record<TaskFilter, string>;

type FilterLinksProps = { tasks: readonly Task[]; selected: TaskFilter; now: Date };

function FilterLinks({ tasks, selected, now }: FilterLinksProps) {
  const intl = useIntl();
  const { addressFor } = useTaskAddress();
  return (
    <nav aria-label={intl.formatMessage({ id: 'tasks.filters' })}>
      {taskFilters.map((filter) => (
        <Link
          key={filter}
          to={addressFor({ filter })}
          replace
          aria-current={filter === selected ? 'true' : undefined}
        >
          <FormattedMessage id={filterLabels[filter]} />
          <span>{tasks.filter((task) => passesFilter(task, filter, now)).length}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Tasks of a case, and the open task. */
export function TaskTab({ acc, akte }: { acc: string; akte: string }) {
  const intl = useIntl();
  const { filter, task: openId, addressFor, close } = useTaskAddress();
  const { data, error, refetch } = useListTasksQuery({ params: { acc, akteIdHash: akte } });
  const all = data?.workflows ?? [];
  const now = useNow((at) => getMsUntilExpiry(all, at));
  const listed = sortTasks(
    all.filter((task) => passesFilter(task, filter, now)),
    now,
  );
  const left = useLeftTasks(
    all.filter(({ hasAnswer }) => !hasAnswer).map(({ workflowId }) => workflowId),
    openId,
  );
  if (!data) return <Page>{error ? <Failure error={error} retry={refetch} /> : <Loading />}</Page>;
  return (
    <>
      <Page tabIndex={0} role="region" aria-label={intl.formatMessage({ id: 'tasks.list' })}>
        <FilterLinks tasks={all} selected={filter} now={now} />
        {listed.length === 0 && (
          <p role="status">
            <CheckCircle size={40} aria-hidden />
            <FormattedMessage id="tasks.none" />
          </p>
        )}
        {listed.length > 0 && (
          <ul>
            {listed.map((task) => (
              <li key={task.workflowId}>
                <TaskRow
                  task={task}
                  now={now}
                  to={addressFor({ task: task.workflowId })}
                  hasLeft={left.has(task.workflowId)}
                />
              </li>
            ))}
          </ul>
        )}
      </Page>
      {openId !== undefined && (
        <TaskDialog
          key={openId}
          acc={acc}
          akte={akte}
          workflowKey={openId}
          task={all.find(({ workflowId }) => workflowId === openId)}
          onClose={close}
        />
      )}
    </>
  );
}
