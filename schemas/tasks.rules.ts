import { limits } from './limits.ts';
import { taskStates, type Task, type TaskAsks, type TaskState, type TaskStatus } from './tasks.ts';

/** What a status means: 0 nobody's, 1 to 5 in progress, 6 in review, 7 done (product.md §4). */
export function statusGroupOf(
  status: TaskStatus,
): 'unassigned' | 'inProgress' | 'inReview' | 'done' {
  if (status === 0) return 'unassigned';
  if (status === 6) return 'inReview';
  return status === 7 ? 'done' : 'inProgress';
}

/** Of a task that is assigned to a case: others than the staff, its clients, have something to do. */
export const statusOfAssigned: TaskStatus = 4;
/** Of a task that was answered: the staff looks at the answers. */
export const statusAfterAnswer: TaskStatus = 6;

/** Whether clients see the task: 0 and 1 are the board's lane "unreleased". */
export const isReleased = (status: TaskStatus): boolean => status >= 2;

type Dated = Pick<Task, 'hasAnswer' | 'isClosed' | 'validUntil' | 'closedDate'>;

/** Whether the deadline has passed: at its very instant an answer is still in time (product.md §4, "validUntil earlier than now"). */
export const hasPassed = (validUntil: string | null, now: Date): boolean =>
  validUntil !== null && Date.parse(validUntil) < now.getTime();

/** What has closed a task, as far as the server has said so: a hand, or its deadline. */
export function endingOf({
  hasAnswer,
  isClosed,
  validUntil,
  closedDate,
}: Dated): 'closed' | 'expired' | undefined {
  if (!isClosed) return undefined;
  return !hasAnswer && validUntil !== null && closedDate !== null && closedDate > validUntil
    ? 'expired'
    : 'closed';
}

/** The state of a task at an instant. The server closes what expires; until the word of it is here, the browser's clock says so. */
export function taskStateOf(task: Dated, now: Date): TaskState {
  const ending = endingOf(task);
  if (ending) return ending;
  if (task.hasAnswer) return 'answered';
  return hasPassed(task.validUntil, now) ? 'expired' : 'open';
}

/** The buttons over the list of tasks, in their order: indices 0 to 3 (product.md §2.4, Task tab). */
export const taskFilters = ['all', 'open', 'done', 'expired'] as const;
export type TaskFilter = (typeof taskFilters)[number];

const shows: Readonly<Record<TaskFilter, readonly TaskState[]>> = {
  all: taskStates,
  open: ['open'],
  done: ['answered'],
  expired: ['closed', 'expired'],
};

/** Whether a filter shows a task: Open is unanswered and not closed, Done answered and not closed, Expired closed (product.md §4). */
export const passesFilter = (task: Dated, filter: TaskFilter, now: Date): boolean =>
  shows[filter].includes(taskStateOf(task, now));

/** Whether it has ended: closed, or expired. */
export const isOver = (task: Dated, now: Date): boolean =>
  ['closed', 'expired'].includes(taskStateOf(task, now));
const never = Number.POSITIVE_INFINITY;

/**
 * Tasks in the order of the list: unanswered before answered, then open before closed (product.md §4), then what is due
 * first; what has no deadline comes after, and of equals the newest first.
 */
export function sortTasks<
  T extends Pick<
    Task,
    'hasAnswer' | 'isClosed' | 'validUntil' | 'answerCreationDate' | 'closedDate' | 'creationDate'
  >,
>(tasks: readonly T[], now: Date): T[] {
  const due = ({ hasAnswer, validUntil }: T): number =>
    hasAnswer || validUntil === null ? never : Date.parse(validUntil);
  const newest = ({ answerCreationDate, creationDate }: T): number =>
    Date.parse(answerCreationDate ?? creationDate);
  const difference = (a: number, b: number): number => (a === b ? 0 : a - b); // never minus never is no number
  return [...tasks].sort(
    (a, b) =>
      Number(a.hasAnswer) - Number(b.hasAnswer) ||
      Number(isOver(a, now)) - Number(isOver(b, now)) ||
      difference(due(a), due(b)) ||
      newest(b) - newest(a),
  );
}

/** What the badge of a task says, and of which instant; a task without answer, deadline or end has none (product.md §2.4). */
export type TaskBadge = {
  says: 'answeredOn' | 'validUntil' | 'expiredOn' | 'closedOn';
  at: string;
};

/** The badge of a task in a state. */
export function badgeOf(
  {
    answerCreationDate,
    validUntil,
    closedDate,
  }: Pick<Task, 'validUntil' | 'answerCreationDate' | 'closedDate'>,
  state: TaskState,
): TaskBadge | undefined {
  if (answerCreationDate !== null) return { says: 'answeredOn', at: answerCreationDate };
  if (state === 'closed')
    return closedDate === null ? undefined : { says: 'closedOn', at: closedDate };
  return validUntil === null
    ? undefined
    : { says: state === 'expired' ? 'expiredOn' : 'validUntil', at: validUntil };
}

/** About how many minutes a task takes. */
export const minutesFor = ({ questions }: TaskAsks): number =>
  Math.max(1, Math.round((questions * limits.task.secondsPerQuestion) / 60));

/** How many tasks wait for the client: what the tab counts, and the red call to action of the overview. */
export const countOpen = (tasks: readonly Dated[], now: Date): number =>
  tasks.filter((task) => taskStateOf(task, now) === 'open').length;

/** In how many milliseconds the next of these tasks expires; undefined when none will. */
export function expiresInMs(tasks: readonly Dated[], now: Date): number | undefined {
  const left = tasks.flatMap((task) =>
    task.validUntil !== null && taskStateOf(task, now) === 'open'
      ? [Date.parse(task.validUntil) - now.getTime() + 1]
      : [],
  );
  return left.length > 0 ? Math.min(...left) : undefined;
}

/** The instant to write a reminder at: so many hours before the deadline, of 60 minutes each whatever the clocks do; null without either. */
export const reminderInstant = (
  validUntil: string | null,
  reminderHours: number | null,
): string | null =>
  validUntil === null || reminderHours === null
    ? null
    : new Date(Date.parse(validUntil) - reminderHours * 3_600_000).toISOString();

/** How close a deadline is to whoever is writing; `minutesLeft` is rounded up, `changesInMs` says when to look again. */
export type Deadline = {
  phase: 'none' | 'far' | 'near' | 'passed';
  minutesLeft: number;
  changesInMs: number | undefined;
};

/** Whether a deadline is worth a warning: from so many minutes before it on, minute by minute. */
export function deadlineOf(validUntil: string | null, now: Date): Deadline {
  if (validUntil === null) return { phase: 'none', minutesLeft: 0, changesInMs: undefined };
  const left = Date.parse(validUntil) - now.getTime();
  const warnMs = limits.task.warnMinutes * 60_000;
  if (left < 0) return { phase: 'passed', minutesLeft: 0, changesInMs: undefined };
  if (left > warnMs)
    return { phase: 'far', minutesLeft: Math.ceil(left / 60_000), changesInMs: left - warnMs };
  return { phase: 'near', minutesLeft: Math.ceil(left / 60_000), changesInMs: (left % 60_000) + 1 };
}
