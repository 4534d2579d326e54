import type { Language } from '#schemas/common.ts';
import type { UserSessionKind } from '#schemas/sessions.ts';
import type { FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import type { CallerOf } from '#server/http/session.ts';
import type { UploadRules } from './intake.ts';
import * as repository from './repository.ts';

/** Who may upload files, and read some. */
export type FileCaller = CallerOf<'form' | UserSessionKind>;

/** What forms, messages and tasks say of files. They know files; files know none of them, and are told by `app.ts`. */
export type FileRights = {
  /** What one element of a workflow takes; throws when it takes nothing, or no more. */
  elementUploadRules(
    deps: Deps,
    workflowKey: string,
    elementId: string | undefined,
    language: Language,
  ): Promise<UploadRules>;
  /** Whether the workflow's form offers this file to download. */
  isAttachmentOf(deps: Deps, workflowKey: string, fileId: string): Promise<boolean>;
  /** A file that came with a message which the caller can see. */
  fileSharedWith(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    fileId: string,
  ): Promise<FileRow | undefined>;
  /** Whose a task is that the caller may answer; throws when it is none of theirs. */
  sharedTask(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    workflowKey: string,
  ): Promise<{ accountId: string }>;
  /** Whose a task is whose answers the caller may read, as its client or at the board; throws when it is none of theirs. */
  readableTask(
    deps: Deps,
    caller: CallerOf<UserSessionKind>,
    workflowKey: string,
  ): Promise<{ accountId: string }>;
};

/** A session that opens one account has its own uploads: its device may be in other hands than those of the next one. */
export function ownerOf(caller: FileCaller): string {
  if (caller.kind === 'form') return repository.ownerOfWorkflow(caller.workflowKey);
  return caller.kind === 'unregistered'
    ? repository.ownerOfUser(caller.userId, caller.accountIds[0])
    : repository.ownerOfUser(caller.userId);
}

/** Who acts: whoever names a task that is theirs, as one of the rights finds it, acts for its workflow, as a visitor does for theirs. */
export async function actingFor(
  deps: Deps,
  findTask: FileRights['sharedTask' | 'readableTask'],
  caller: FileCaller,
  workflowKey: string | undefined,
): Promise<FileCaller> {
  if (caller.kind === 'form' || workflowKey === undefined) return caller;
  const { accountId } = await findTask(deps, caller, workflowKey);
  return { kind: 'form', workflowKey, accountId };
}

/** What a form offers a visitor to download, or what came with messages that a client can see. */
async function offeredFile(
  deps: Deps,
  { fileSharedWith, isAttachmentOf }: FileRights,
  caller: FileCaller,
  id: string,
): Promise<FileRow | undefined> {
  if (caller.kind !== 'form') return fileSharedWith(deps, caller, id);
  return (await isAttachmentOf(deps, caller.workflowKey, id))
    ? repository.findOwnFile(deps.db, repository.ownerOfAccount(caller.accountId), id)
    : undefined;
}

/** A file that the caller has uploaded, or that is offered to them; throws `notFound`. */
export async function readableFile(
  deps: Deps,
  rights: FileRights,
  caller: FileCaller,
  id: string,
): Promise<FileRow> {
  const file =
    (await repository.findOwnFile(deps.db, ownerOf(caller), id)) ??
    (await offeredFile(deps, rights, caller, id));
  if (!file) throw problem('notFound');
  return file;
}
