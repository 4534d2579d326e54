import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, ignoreProblem } from '#server/problem.ts';
import { isHead } from '#server/http/requestKinds.ts';
import { findUnlocked, type CallerOf } from '#server/http/session.ts';
import type { UploadRules } from './intake.ts';
import * as repository from './repository.ts';

/** The client opens a file; thumbnails load by themselves. A check reads nothing. */
export type FilePurpose = 'open' | 'thumbnail' | 'check';

/** Returns the purpose of a request that opens a file. A HEAD request checks it. */
export const getPurpose = (request: FastifyRequest): FilePurpose =>
  isHead(request) ? 'check' : 'open';

/** Callers who may upload and read files. */
export type FileCaller = CallerOf<'form' | UserSessionKind>;

/**
 * Access rules of forms, messages and tasks. They depend on files, not the reverse, so `app.ts`
 * passes them in.
 */
export type FileRights = {
  /** returns the upload rules of an element; throws if it takes no files, or no more */
  getUploadRules(
    deps: Deps,
    workflowKey: string,
    elementId: string | undefined,
    language: Language,
  ): Promise<UploadRules>;
  /** true if the workflow's form offers this file for download */
  isAttachmentOf(deps: Deps, workflowKey: string, fileId: string): Promise<boolean>;
  /** returns a file of a message that the caller can see; opening it reads the message */
  findSharedFile(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    fileId: string,
    purpose: FilePurpose,
  ): Promise<FileRow | undefined>;
  /** returns the client of a task that the caller may answer; throws for others */
  getSharedTask(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    workflowKey: string,
  ): Promise<{ accountId: string }>;
  /** returns the account of answers that the caller may read; throws for others */
  getReadableAnswers(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    workflowKey: string,
  ): Promise<{ accountId: string }>;
};

/**
 * Returns the owner of a new upload. A session of one account has its own uploads, because another
 * session may belong to another person. Throws `activationRequired` for a session without an
 * activated account.
 */
export function getOwner(caller: FileCaller, accountId?: string): string {
  if (caller.kind === 'form') return repository.getWorkflowOwner(caller.workflowKey);
  if (caller.accountIds.length === 0) throw createProblem('activationRequired');
  return repository.getUserOwner(
    caller.userId,
    caller.kind === 'unregistered' ? caller.accountIds[0] : accountId,
  );
}

/** Lists the owners whose uploads the caller has: a login also has those of each account. */
export const listOwners = (caller: FileCaller): string[] =>
  caller.kind === 'registered'
    ? [undefined, ...caller.accountIds].map((accountId) => getOwner(caller, accountId))
    : [getOwner(caller)];

/**
 * Returns the owner: a task's workflow if a task is named and allowed, else the visitor's workflow
 * or the user.
 */
export async function findActor(
  deps: Deps,
  findOwner: FileRights['getSharedTask' | 'getReadableAnswers'],
  caller: FileCaller,
  workflowKey: string | undefined,
): Promise<FileCaller> {
  if (caller.kind === 'form' || workflowKey === undefined) return caller;
  const task = await findUnlocked(caller, (scope) =>
    findOwner(deps, scope, workflowKey).catch(ignoreProblem),
  );
  if (!task) throw createProblem('notFound');
  return { kind: 'form', workflowKey, accountId: task.accountId };
}

/** Finds a form's attachment for a visitor, or a message's file for a client. */
async function findOfferedFile(
  deps: Deps,
  { findSharedFile, isAttachmentOf }: FileRights,
  caller: FileCaller,
  id: string,
  purpose: FilePurpose,
): Promise<FileRow | undefined> {
  if (caller.kind !== 'form')
    return findUnlocked(caller, (scope) =>
      findSharedFile(deps, scope, id, scope === caller ? purpose : 'check'),
    );
  return (await isAttachmentOf(deps, caller.workflowKey, id))
    ? repository.findOwnFile(deps.db, [repository.getAccountOwner(caller.accountId)], id)
    : undefined;
}

/** Returns a file that the caller has uploaded or may read; throws `notFound`. */
export async function getReadableFile(
  deps: Deps,
  rights: FileRights,
  caller: FileCaller,
  id: string,
  purpose: FilePurpose,
): Promise<FileRow> {
  const file =
    (await repository.findOwnFile(deps.db, listOwners(caller), id)) ??
    (await findOfferedFile(deps, rights, caller, id, purpose));
  if (!file) throw createProblem('notFound');
  return file;
}
