import { taskLimits } from '#schemas/tasks/limits.ts';
import { hourMs, minuteMs } from '#schemas/platform/time.ts';
import { taskStates, type Task, type TaskState, type TaskStatus } from './tasks.ts';
import type { QuestionSummary } from '#schemas/forms/forms.ts';

/**
 * Meaning of a status: 0 unassigned, 1 to 5 in progress, 6 in review, 7 done
 * (docs/behaviour/tasks.md#status).
 */
export function getStatusGroup(
  status: TaskStatus,
): 'unassigned' | 'inProgress' | 'inReview' | 'done' {
  if (status === 0) return 'unassigned';
  if (status === 6) return 'inReview';
  return status === 7 ? 'done' : 'inProgress';
}

/** Status of an assigned task: the clients have to answer. */
export const statusOfAssigned: TaskStatus = 4;
/** Status of an answered task: the staff reviews it. */
export const statusAfterAnswer: TaskStatus = 6;

/** Returns true when clients see the task; 0 and 1 are unreleased. */
export const isReleased = (status: TaskStatus): boolean => status >= 2;

type Dated = Pick<Task, 'hasAnswer' | 'isClosed' | 'validUntil' | 'closedDate'>;

/** Returns true after the deadline. An answer at that very instant is in time. */
export const hasPassed = (validUntil: string | null, now: Date): boolean =>
  validUntil !== null && Date.parse(validUntil) < now.getTime();

/** Reason why a task is closed: by hand or by its deadline. */
export function getEnding({
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

/**
 * Returns the state of a task at an instant. The browser expires a task before the server's event.
 */
export function getTaskState(task: Dated, now: Date): TaskState {
  const ending = getEnding(task);
  if (ending) return ending;
  if (task.hasAnswer) return 'answered';
  return hasPassed(task.validUntil, now) ? 'expired' : 'open';
}

/** Filters of the task list, in order: indices 0 to 3 (docs/behaviour/tasks.md#list). */
export const taskFilters = ['all', 'open', 'done', 'expired'] as const;
export type TaskFilter = (typeof taskFilters)[number];

const shows: Readonly<Record<TaskFilter, readonly TaskState[]>> = {
  all: taskStates,
  open: ['open'],
  done: ['answered'],
  expired: ['closed', 'expired'],
};

/** Returns true when a filter shows a task (docs/behaviour/tasks.md#list). */
export const passesFilter = (task: Dated, filter: TaskFilter, now: Date): boolean =>
  shows[filter].includes(getTaskState(task, now));

/** Returns true for a closed or expired task. */
export const isOver = (task: Dated, now: Date): boolean =>
  ['closed', 'expired'].includes(getTaskState(task, now));
const never = Number.POSITIVE_INFINITY;

/**
 * Sorts tasks for the list: unanswered first, then open before closed, then earliest deadline,
 * without a deadline last, then newest first.
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
  // Infinity minus Infinity is NaN
  const difference = (a: number, b: number): number => (a === b ? 0 : a - b);
  return [...tasks].sort(
    (a, b) =>
      Number(a.hasAnswer) - Number(b.hasAnswer) ||
      Number(isOver(a, now)) - Number(isOver(b, now)) ||
      difference(due(a), due(b)) ||
      newest(b) - newest(a),
  );
}

/**
 * Returns the badge of a task and its instant; undefined without one
 * (docs/behaviour/tasks.md#list).
 */
export type TaskBadge = {
  says: 'answeredOn' | 'validUntil' | 'expiredOn' | 'closedOn';
  at: string;
};

/** Returns the badge of a state. */
export function getBadge(
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

/** Estimates the minutes that a task takes. */
export const estimateMinutes = ({ questions }: QuestionSummary): number =>
  Math.max(1, Math.round((questions * taskLimits.secondsPerQuestion) / 60));

/** Counts the tasks that wait for the client, for the tab's badge and the overview. */
export const countOpen = (tasks: readonly Dated[], now: Date): number =>
  tasks.filter((task) => getTaskState(task, now) === 'open').length;

/** Returns the ms until the next of these tasks expires; undefined when none will. */
export function getMsUntilExpiry(tasks: readonly Dated[], now: Date): number | undefined {
  const left = tasks.flatMap((task) =>
    task.validUntil !== null && getTaskState(task, now) === 'open'
      ? [Date.parse(task.validUntil) - now.getTime() + 1]
      : [],
  );
  return left.length > 0 ? Math.min(...left) : undefined;
}

/**
 * Returns the instant of the reminder, in elapsed hours before the deadline; null without either.
 */
export const computeReminderTime = (
  validUntil: string | null,
  reminderHours: number | null,
): string | null =>
  validUntil === null || reminderHours === null
    ? null
    : new Date(Date.parse(validUntil) - reminderHours * hourMs).toISOString();

/**
 * Countdown to a deadline. `minutesLeft` is rounded up; `changesInMs` is the delay of the next
 * update.
 */
export type Deadline = {
  phase: 'none' | 'far' | 'near' | 'passed';
  minutesLeft: number;
  changesInMs: number | undefined;
};

/** Returns the countdown when the deadline is near enough for a warning. */
export function getDeadline(validUntil: string | null, now: Date): Deadline {
  if (validUntil === null) return { phase: 'none', minutesLeft: 0, changesInMs: undefined };
  const left = Date.parse(validUntil) - now.getTime();
  const warnMs = taskLimits.warnMinutes * minuteMs;
  if (left < 0) return { phase: 'passed', minutesLeft: 0, changesInMs: undefined };
  if (left > warnMs)
    return { phase: 'far', minutesLeft: Math.ceil(left / minuteMs), changesInMs: left - warnMs };
  return {
    phase: 'near',
    minutesLeft: Math.ceil(left / minuteMs),
    changesInMs: (left % minuteMs) + 1,
  };
}
