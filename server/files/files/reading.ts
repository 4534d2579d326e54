import type { Language } from '#schemas/platform/common.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import type { CallerOf } from '#server/http/session.ts';
import type { UploadRules } from './intake.ts';
import * as repository from './repository.ts';

/** Callers who may upload and read files. */
export type FileCaller = CallerOf<'form' | UserSessionKind>;

/**
 * Access rules of forms, messages and tasks. They depend on files, not the reverse, so `app.ts`
 * passes them in.
 */
export type FileRights = {
  /** returns the upload rules of an element; throws if it takes no files, or no more */
  elementUploadRules(
    deps: Deps,
    workflowKey: string,
    elementId: string | undefined,
    language: Language,
  ): Promise<UploadRules>;
  /** true if the workflow's form offers this file for download */
  isAttachmentOf(deps: Deps, workflowKey: string, fileId: string): Promise<boolean>;
  /** returns a file of a message that the caller can see */
  fileSharedWith(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    fileId: string,
  ): Promise<FileRow | undefined>;
  /** returns the client of a task that the caller may answer; throws for others */
  getSharedTask(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    workflowKey: string,
  ): Promise<{ accountId: string }>;
  /** returns the client of a task whose answers the caller may read; throws for others */
  getReadableTask(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    workflowKey: string,
  ): Promise<{ accountId: string }>;
};

/**
 * A session of one account has its own uploads, because another session may belong to another
 * person.
 */
export function getOwner(caller: FileCaller): string {
  if (caller.kind === 'form') return repository.getWorkflowOwner(caller.workflowKey);
  return caller.kind === 'unregistered'
    ? repository.getUserOwner(caller.userId, caller.accountIds[0])
    : repository.getUserOwner(caller.userId);
}

/**
 * Returns the owner: a task's workflow if a task is named and allowed, else the visitor's workflow
 * or the user.
 */
export async function findActor(
  deps: Deps,
  findTask: FileRights['getSharedTask' | 'getReadableTask'],
  caller: FileCaller,
  workflowKey: string | undefined,
): Promise<FileCaller> {
  if (caller.kind === 'form' || workflowKey === undefined) return caller;
  const { accountId } = await findTask(deps, caller, workflowKey);
  return { kind: 'form', workflowKey, accountId };
}

/** Finds a form's attachment for a visitor, or a message's file for a client. */
async function offeredFile(
  deps: Deps,
  { fileSharedWith, isAttachmentOf }: FileRights,
  caller: FileCaller,
  id: string,
): Promise<FileRow | undefined> {
  if (caller.kind !== 'form') return fileSharedWith(deps, caller, id);
  return (await isAttachmentOf(deps, caller.workflowKey, id))
    ? repository.findOwnFile(deps.db, repository.getAccountOwner(caller.accountId), id)
    : undefined;
}

/** Returns a file that the caller has uploaded or may read; throws `notFound`. */
export async function readableFile(
  deps: Deps,
  rights: FileRights,
  caller: FileCaller,
  id: string,
): Promise<FileRow> {
  const file =
    (await repository.findOwnFile(deps.db, getOwner(caller), id)) ??
    (await offeredFile(deps, rights, caller, id));
  if (!file) throw problem('notFound');
  return file;
}
