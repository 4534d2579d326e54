import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import type { Employee, StaffRules } from '#schemas/accounts/staff.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { listWorkingOn } from './caseAccess.ts';
import * as repository from './repository.ts';
import { assertMayChangePerson, assertMayGiveRole, type Actor } from './rights.ts';

export const { listEmployees, listWorking, lockMembership } = repository;
export { assertCaseOpenTo, isCaseOpenTo, isOpenToStaff, listWorkingOn } from './caseAccess.ts';
export {
  findCaseListingOnly,
  forgetCaseStaff,
  listCasesListing,
  listCaseStaff,
  listStaffOfCases,
  replaceCaseStaff,
} from './caseStaffRepository.ts';
export { putEmployee as giveFirstRole } from './repository.ts';
export { assertMayChangePerson, assertMayGiveRole, listScopes, type Actor } from './rights.ts';

/**
 * Returns true if the user's login has a second factor. The server passes it in, because second
 * factors belong to the domain `access`.
 */
export type HasSecondFactor = (db: Db, userId: string) => Promise<boolean>;

/** A caller and the account whose staff they may belong to. */
export type Onlooker = { accountId: string; userId: string; hasSecondFactor: HasSecondFactor };

const findOnlooker = (db: Db, { accountId, userId }: Onlooker) =>
  repository.findWorking(db, accountId, userId);
type Working = NonNullable<Awaited<ReturnType<typeof findOnlooker>>>;

const lacksSecondFactor = async (
  db: Db,
  { staffSecondFactorSince }: Working,
  { userId, hasSecondFactor }: Onlooker,
): Promise<boolean> => staffSecondFactorSince !== null && !(await hasSecondFactor(db, userId));

/**
 * Returns the caller as staff; throws `notFound` for other users, so that boards cannot be probed,
 * and `secondFactorRequired` for staff without one where the account demands it.
 */
export async function getEmployee(db: Db, onlooker: Onlooker): Promise<Employee> {
  const employee = await findOnlooker(db, onlooker);
  if (!employee) throw createProblem('notFound');
  if (await lacksSecondFactor(db, employee, onlooker)) throw createProblem('secondFactorRequired');
  const { userId, firstName, lastName, role } = employee;
  return { userId, firstName, lastName, role };
}

/** Returns the caller's role; throws as `getEmployee`. */
export const getRole = async (db: Db, onlooker: Onlooker): Promise<StaffRole> =>
  (await getEmployee(db, onlooker)).role;

export const worksAt = async (db: Db, accountId: string, userId: string): Promise<boolean> =>
  (await repository.findWorking(db, accountId, userId)) !== undefined;

/** Returns true for staff, also while they are disabled. */
export const isEmployee = async (db: Db, accountId: string, userId: string): Promise<boolean> =>
  (await repository.findEmployee(db, accountId, userId)) !== undefined;

/** Returns the caller's role; undefined for other users, and without a demanded second factor. */
export async function findRole(db: Db, onlooker: Onlooker): Promise<StaffRole | undefined> {
  const employee = await findOnlooker(db, onlooker);
  return employee && !(await lacksSecondFactor(db, employee, onlooker)) ? employee.role : undefined;
}

/** Returns true for staff who may read what the board shows, now. */
export const mayReadBoard = async (db: Db, onlooker: Onlooker): Promise<boolean> =>
  (await findRole(db, onlooker)) !== undefined;

/** Queues an event for the staff who may see a case: a card, or all cards of it, changed. */
export async function queueBoardEvents(
  db: Db,
  queueEvent: QueueEvent,
  { accountId, caseId, workflowKey }: { accountId: string; caseId: string; workflowKey?: string },
): Promise<void> {
  const staff = await listWorkingOn(db, accountId, caseId);
  queueEvent(
    staff.map(({ userId }) => userId),
    {
      type: 'boardChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
      ...(workflowKey === undefined ? {} : { workflowId: workflowKey }),
    },
  );
}

/** An account, and the case of a submission, which may have none. */
type CasePlace = { accountId: string; caseId: string | null };

/** Lists the enabled staff who may read a submission, of a case or without one. */
export async function listInboxReaders(
  db: Db,
  { accountId, caseId }: CasePlace,
): Promise<Employee[]> {
  const staff = await (caseId === null
    ? repository.listWorking(db, accountId)
    : listWorkingOn(db, accountId, caseId));
  return staff.filter(({ role }) => mayReadInbox(role));
}

const queueInboxEvent = (
  queueEvent: QueueEvent,
  accountId: string,
  readers: readonly Employee[],
): void =>
  queueEvent(
    readers.map(({ userId }) => userId),
    { type: 'inboxChanged', accountId, akteIdHash: null, folderId: null, messageId: null },
  );

/** Queues an event for the staff who may read a submission: it is new, or its marks changed. */
export async function queueInboxEvents(
  db: Db,
  queueEvent: QueueEvent,
  place: CasePlace,
): Promise<void> {
  queueInboxEvent(queueEvent, place.accountId, await listInboxReaders(db, place));
}

/** A case of a firm. */
type FirmCase = { accountId: string; caseId: string };

const queueFirmCaseEvent = (
  queueEvent: QueueEvent,
  { accountId, caseId }: FirmCase,
  readers: readonly Employee[],
): void =>
  queueEvent(
    readers.map(({ userId }) => userId),
    { type: 'firmCaseChanged', accountId, akteIdHash: caseId, folderId: null, messageId: null },
  );

/** Queues an event for the staff who may read a case of the firm: something in it changed. */
export async function queueFirmCaseEvents(
  db: Db,
  queueEvent: QueueEvent,
  firmCase: FirmCase,
): Promise<void> {
  queueFirmCaseEvent(queueEvent, firmCase, await listInboxReaders(db, firmCase));
}

/** Queues events for staff who saw a case or see it now: inboxes and lists of cases changed. */
export function queueCaseStaffEvents(
  queueEvent: QueueEvent,
  firmCase: FirmCase,
  affected: readonly Employee[],
): void {
  const readers = affected.filter(({ role }) => mayReadInbox(role));
  queueInboxEvent(queueEvent, firmCase.accountId, readers);
  queueFirmCaseEvent(queueEvent, firmCase, readers);
}

/** Queues an event for the staff who read an account's clients: one of them changed. */
export async function queueFirmClientEvents(
  db: Db,
  queueEvent: QueueEvent,
  accountId: string,
): Promise<void> {
  const readers = await listInboxReaders(db, { accountId, caseId: null });
  queueEvent(
    readers.map(({ userId }) => userId),
    { type: 'firmClientChanged', accountId, akteIdHash: null, folderId: null, messageId: null },
  );
}

/** Queues an event for an account's staff, including a removed member. */
export async function queueStaffEvents(
  db: Db,
  queueEvent: QueueEvent,
  accountId: string,
  userId: string,
): Promise<void> {
  const others = (await repository.listWorking(db, accountId)).filter(
    (each) => each.userId !== userId,
  );
  queueEvent([...others.map((each) => each.userId), userId], {
    type: 'staffChanged',
    accountId,
    akteIdHash: null,
    folderId: null,
    messageId: null,
  });
}

/**
 * Sets a client's role in the caller's transaction. Locks the membership first, because the end of
 * the relation and another role must not come between check and change.
 */
export async function setRole(
  db: Db,
  queueEvent: QueueEvent,
  actor: Actor,
  userId: string,
  role: StaffRole,
): Promise<Employee> {
  const { accountId, scopes } = actor;
  assertMayGiveRole(scopes, role);
  await repository.lockMembership(db, accountId, userId);
  if (!(await repository.isKnown(db, accountId, userId))) throw createProblem('notFound');
  await assertMayChangePerson(db, actor, userId);
  await repository.putEmployee(db, accountId, userId, role);
  const employee = await repository.findEmployee(db, accountId, userId);
  if (!employee) throw createProblem('notFound');
  await queueStaffEvents(db, queueEvent, accountId, userId);
  return employee;
}

/**
 * Sets a client's role as staff; throws `notFound` for another account's user, and
 * `keyScopeMissing`.
 */
export const putEmployee = (
  deps: Deps,
  actor: Actor,
  userId: string,
  role: StaffRole,
): Promise<Employee> =>
  inTransactionWithEvents(deps, (db, queueEvent) => setRole(db, queueEvent, actor, userId, role));

/** Takes the role away; throws `notFound` for another account's user, and `keyScopeMissing`. */
export const removeEmployee = (
  deps: Deps,
  actor: Actor,
  userId: string,
): Promise<{ removed: boolean }> =>
  inTransactionWithEvents(deps, async (db, queueEvent) => {
    const { accountId } = actor;
    await repository.lockMembership(db, accountId, userId);
    if (!(await repository.isKnown(db, accountId, userId))) throw createProblem('notFound');
    await assertMayChangePerson(db, actor, userId);
    const removed = await repository.removeEmployee(db, accountId, userId);
    if (removed) await queueStaffEvents(db, queueEvent, accountId, userId);
    return { removed };
  });

export const getStaffRules = async ({ db }: Deps, accountId: string): Promise<StaffRules> => ({
  secondFactorForStaff: (await repository.findRules(db, accountId)).staffSecondFactorSince !== null,
});

/** Stores the rules. They apply to open sessions too, because every call of the staff reads them. */
export async function setStaffRules(
  { db, clock }: Deps,
  accountId: string,
  rules: StaffRules,
): Promise<StaffRules> {
  const since = rules.secondFactorForStaff ? clock.now().toISOString() : null;
  await repository.setSecondFactorSince(db, accountId, since);
  return rules;
}
