import { fileRejections } from '#schemas/events/programEvents.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { getClient } from '#server/http/session.ts';
import { ProblemError } from '#server/problem.ts';
import type { FileCaller } from './reading.ts';

const findRejection = (error: unknown) =>
  error instanceof ProblemError
    ? fileRejections.find((reason) => reason === error.reason)
    : undefined;

/** Returns the account that the file was for; a login without one may mean any of its accounts. */
function findAccountId(caller: FileCaller, accountId: string | undefined): string | undefined {
  if (caller.kind === 'form') return caller.accountId;
  return accountId ?? (caller.accountIds.length === 1 ? caller.accountIds[0] : undefined);
}

/** Receives a file. Records an event for the account's programs if its content is refused. */
export async function recordRejection<Result>(
  deps: Deps,
  caller: FileCaller,
  given: string | undefined,
  receive: () => Promise<Result>,
): Promise<Result> {
  try {
    return await receive();
  } catch (error) {
    const reason = findRejection(error);
    const accountId = findAccountId(caller, given);
    if (reason && accountId !== undefined) {
      const sender =
        caller.kind === 'form'
          ? { workflowId: caller.workflowKey }
          : { userId: getClient(caller, accountId).userId };
      await inTransactionWithEvents(deps, async (_, queueEvent) =>
        queueEvent.forPrograms(accountId, { type: 'file.rejected', data: { ...sender, reason } }),
      );
    }
    throw error;
  }
}
