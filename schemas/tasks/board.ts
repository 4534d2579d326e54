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

/** A client of a card's case. */
const BoardClient = Type.Object({
  ...Person.properties,
  /** end of the relation to the account; null: it has not ended */
  endedDate: OrNull(IsoDateTime),
});

/** A card of the board: a task with data for the staff. */
export const BoardTask = Type.Object({
  workflowId: Id,
  caseId: Id,
  caseHeader: Type.String(),
  /** clients of the case */
  clients: Type.Array(BoardClient),
  /** staff who see the case; null: all of them */
  staffIds: OrNull(Type.Array(Id)),
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
  session: staff,
  summary:
    'Lists the cards of a board, newest first, or only those that are named. 404 unless the ' +
    'caller works there.',
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
  errors: ['notFound', 'secondFactorRequired', 'invalidInput'],
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/board/staff',
  session: staff,
  summary: 'Lists the users who work at the board, as assignees of cards.',
  params: BoardParams,
  reply: Type.Object({ staff: Type.Array(Employee) }),
  errors: ['notFound', 'secondFactorRequired'],
});

export const getBoardTask = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/board/:workflowId',
  session: staff,
  summary: 'Returns a task with its answers.',
  params: CardParams,
  reply: TaskDetail,
  errors: ['notFound', 'secondFactorRequired'],
});

export const moveBoardTask = endpoint({
  method: 'PUT',
  path: '/v2.0/e.consult.:acc/board/:workflowId/status',
  session: staff,
  summary:
    'Moves a card. 403 if the caller’s role does not permit it, 409 if its status has changed ' +
    'since.',
  params: CardParams,
  body: Type.Object({ from: Status, to: Status }, { additionalProperties: false }),
  reply: BoardTask,
  errors: ['notFound', 'secondFactorRequired', 'notAllowed', 'conflict', 'invalidInput'],
});

export const changeBoardTask = endpoint({
  method: 'PUT',
  path: '/v2.0/e.consult.:acc/board/:workflowId',
  session: staff,
  summary:
    'Changes assignee and deadline; omitted fields stay. 403 unless the caller is admin or ' +
    'consultant, 409 for a deadline of an answered or closed task, or when another user has ' +
    'changed a field since `from`.',
  params: CardParams,
  body: Type.Object(
    {
      assigneeId: Type.Optional(OrNull(Id)),
      validUntil: Type.Optional(OrNull(GivenInstant)),
      /** Values that the caller saw; 409 if another user has changed them meanwhile. */
      from: Type.Optional(
        Type.Object(
          { assigneeId: OrNull(Id), validUntil: OrNull(GivenInstant) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  reply: BoardTask,
  errors: ['notFound', 'secondFactorRequired', 'notAllowed', 'conflict', 'invalidInput'],
});
