import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteUpload, downloadFile, getThumbnail, getUploadInfo, uploadFile } from '#schemas/files.ts';
import { beginUpload, cancelUpload, continueUpload, finishUpload, getUploadOffset } from '#schemas/resumableUploads.ts';
import type { UserSessionKind } from '#schemas/sessions.ts';
import { hasThumbnail } from '#schemas/files.rules.ts';
import type { FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { CallerOf } from '#server/http/session.ts';
import { languageOf } from '#server/http/texts.ts';
import { elementUploadRules, isAttachmentOf } from '#server/modules/assistants/service.ts';
import { fileSharedWith } from '#server/modules/messages/service.ts';
import { productRules, type UploadRules } from './intake.ts';
import * as repository from './repository.ts';
import * as resumable from './resumable.ts';
import { ownerOfAccount, ownerOfUser, ownerOfWorkflow, presentFile, publicFileInfo, sendFile, storeUpload, takeBack } from './service.ts';
import { makeThumbnail } from './thumbnail.ts';
import { answerTus } from './tus.ts';

type FileCaller = CallerOf<'form' | UserSessionKind>;

/** A session that opens one account has its own uploads: its device may be in other hands than those of the next one. */
function ownerOf(caller: FileCaller): string {
  if (caller.kind === 'form') return ownerOfWorkflow(caller.workflowKey);
  return caller.kind === 'unregistered' ? ownerOfUser(caller.userId, caller.accountIds[0]) : ownerOfUser(caller.userId);
}

/** What a form offers a visitor to download, or what came with messages that a client can see. */
async function offeredFile(deps: Deps, caller: FileCaller, id: string): Promise<FileRow | undefined> {
  if (caller.kind !== 'form') return fileSharedWith(deps, caller, id);
  return (await isAttachmentOf(deps, caller.workflowKey, id)) ? repository.findOwnFile(deps.db, ownerOfAccount(caller.accountId), id) : undefined;
}

/** A caller may read what they uploaded, and what is offered to them. */
async function readableFile(deps: Deps, caller: FileCaller, id: string): Promise<FileRow> {
  const file = (await repository.findOwnFile(deps.db, ownerOf(caller), id)) ?? (await offeredFile(deps, caller, id));
  if (!file) throw problem('notFound');
  return file;
}

export function registerFileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getUploadInfo, async () => publicFileInfo);

  const rulesFor = async (caller: FileCaller, elementId: string | undefined, { headers }: FastifyRequest): Promise<UploadRules> =>
    (caller.kind === 'form' ? elementUploadRules(deps, caller.workflowKey, elementId, languageOf(headers['accept-language'])) : productRules);

  route(app, deps, uploadFile, async ({ caller, request, idempotencyKey }) => {
    const rules = (fields: ReadonlyMap<string, string>) => rulesFor(caller, fields.get('ElementId'), request);
    return { files: [presentFile(await storeUpload(deps, request, { owner: ownerOf(caller), idempotencyKey, rules }))] };
  });

  // Its bytes are read as they come, by whoever answers the call.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  route(app, deps, beginUpload, async ({ caller, request, reply, idempotencyKey }) => {
    const owner = ownerOf(caller);
    const begin = async (fields: ReadonlyMap<string, string>, size: number) =>
      (await resumable.beginUpload(deps, { owner, size, name: fields.get('filename') ?? '', idempotencyKey }, () => rulesFor(caller, fields.get('ElementId'), request))).id;
    return answerTus(deps, request, reply, { owner, begin });
  });
  for (const call of [getUploadOffset, continueUpload, cancelUpload]) {
    route(app, deps, call, async ({ caller, params, request, reply }) => answerTus(deps, request, reply, { owner: ownerOf(caller), id: params.id }));
  }

  route(app, deps, finishUpload, async ({ caller, params, request }) => {
    const file = await resumable.finishUpload(deps, ownerOf(caller), params.id, ({ elementId }) => rulesFor(caller, elementId ?? undefined, request));
    return { files: [presentFile(file)] };
  });

  route(app, deps, deleteUpload, async ({ caller, params }) => {
    await takeBack(deps, ownerOf(caller), params.id);
    return { deleted: true };
  });

  route(app, deps, downloadFile, async ({ caller, params, reply }) => sendFile(deps, reply, await readableFile(deps, caller, params.id)));

  route(app, deps, getThumbnail, async ({ caller, params, reply }) => {
    const file = await readableFile(deps, caller, params.id);
    if (!hasThumbnail(file.extension)) throw problem('notFound');
    const thumbnail = await makeThumbnail(() => deps.blobStore.get(file.blobKey));
    if (!thumbnail) throw problem('notFound'); // not a picture, whatever its name says
    return reply.type('image/jpeg').header('cache-control', 'private, max-age=86400, immutable').send(thumbnail);
  });
}
