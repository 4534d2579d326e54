import * as Type from 'typebox';
import { GivenInstant, Id, IsoDateTime, Page, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { boardLimits } from '#schemas/tasks/limits.ts';
import { Employee, Person } from '#schemas/accounts/staff.ts';
import { taskStates, taskStatuses, TaskDetail, type TaskStatus } from './tasks.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Status = Type.Unsafe<TaskStatus>(
  Type.Integer({ minimum: 0, maximum: taskStatuses.length - 1 }),
);

/** A card of the board: a task with data for the staff. */
export const BoardTask = Type.Object({
  workflowId: Id,
  caseId: Id,
  caseHeader: Type.String(),
  /** clients of the case */
  clients: Type.Array(Person),
  /** in the caller's language */
  assistantName: Type.String(),
  status: Status,
  state: StringEnum(taskStates),
  assignee: OrNull(Person),
  validUntil: OrNull(IsoDateTime),
  answerCreationDate: OrNull(IsoDateTime),
  /** when it was closed, by hand or by its deadline */
  closedDate: OrNull(IsoDateTime),
  creationDate: IsoDateTime,
});
export type BoardTask = Type.Static<typeof BoardTask>;

const staff = ['registered'] as const;
const BoardParams = Type.Object({ acc: Id });
const CardParams = Type.Object({ acc: Id, workflowId: Id });

export const listBoardTasks = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/board',
  tag: 'board',
  session: staff,
  summary:
    'The cards of a board, newest first, or those of them that are named. 404 for whoever ' +
    'does not work there.',
  params: BoardParams,
  query: Type.Object({
    /** Ids, separated by commas. Skips tasks that are not on the board. */
    workflowIds: Type.Optional(
      Type.String({ pattern: `^[\\w-]{1,64}(,[\\w-]{1,64}){0,${boardLimits.cardsAtOnce - 1}}$` }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: boardLimits.pageSize, default: boardLimits.pageSize }),
    ),
  }),
  reply: Page(BoardTask),
  errors: ['notFound', 'invalidInput'],
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/board/staff',
  tag: 'board',
  session: staff,
  summary: 'Who works at the board, to assign cards to.',
  params: BoardParams,
  reply: Type.Object({ staff: Type.Array(Employee) }),
  errors: ['notFound'],
});

export const getBoardTask = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/board/:workflowId',
  tag: 'board',
  session: staff,
  summary: 'A task with its answers, to read in place.',
  params: CardParams,
  reply: TaskDetail,
  errors: ['notFound'],
});

export const moveBoardTask = endpoint({
  method: 'PUT',
  path: '/v2.0/e.consult.:acc/board/:workflowId/status',
  tag: 'board',
  session: staff,
  summary:
    'Moves a card. 403 when the caller’s role may not; 409 when it no longer has the status ' +
    'it was moved from.',
  params: CardParams,
  body: Type.Object({ from: Status, to: Status }, { additionalProperties: false }),
  reply: BoardTask,
  errors: ['notFound', 'notAllowed', 'conflict', 'invalidInput'],
});

export const changeBoardTask = endpoint({
  method: 'PUT',
  path: '/v2.0/e.consult.:acc/board/:workflowId',
  tag: 'board',
  session: staff,
  summary:
    'Who takes care of it, and until when it can be answered; what is left out stays. 403 ' +
    'for all but admins and consultants; 409 for a deadline of a task that was answered or ' +
    'closed.',
  params: CardParams,
  body: Type.Object(
    { assigneeId: Type.Optional(OrNull(Id)), validUntil: Type.Optional(OrNull(GivenInstant)) },
    { additionalProperties: false, minProperties: 1 },
  ),
  reply: BoardTask,
  errors: ['notFound', 'notAllowed', 'conflict', 'invalidInput'],
});
