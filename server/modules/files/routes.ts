import type { FastifyInstance } from 'fastify';
import { deleteUpload, downloadFile, getThumbnail, getUploadInfo, uploadFile } from '#schemas/files.ts';
import type { UserSessionKind } from '#schemas/sessions.ts';
import { hasThumbnail } from '#schemas/files.rules.ts';
import type { FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { CallerOf } from '#server/http/session.ts';
import { languageOf } from '#server/http/texts.ts';
import { elementUploadRules, isAttachmentOf } from '#server/modules/assistants/service.ts';
import * as repository from './repository.ts';
import { ownerOfAccount, ownerOfUser, ownerOfWorkflow, presentFile, publicFileInfo, sendFile, storeUpload, takeBack } from './service.ts';
import { makeThumbnail } from './thumbnail.ts';

type FileCaller = CallerOf<'form' | UserSessionKind>;

const ownerOf = (caller: FileCaller): string => (caller.kind === 'form' ? ownerOfWorkflow(caller.workflowKey) : ownerOfUser(caller.userId));

/** A caller may read what they uploaded; a visitor also what the form offers to download. */
async function readableFile(deps: Deps, caller: FileCaller, id: string): Promise<FileRow> {
  const own = await repository.findOwnFile(deps.db, ownerOf(caller), id);
  if (own) return own;
  const offered = caller.kind === 'form' && (await isAttachmentOf(deps, caller.workflowKey, id)) && (await repository.findOwnFile(deps.db, ownerOfAccount(caller.accountId), id));
  if (!offered) throw problem('notFound');
  return offered;
}

export function registerFileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getUploadInfo, async () => publicFileInfo);

  route(app, deps, uploadFile, async ({ caller, request, idempotencyKey }) => {
    const language = languageOf(request.headers['accept-language']);
    const rules = caller.kind === 'form' ? { rules: (fields: ReadonlyMap<string, string>) => elementUploadRules(deps, caller.workflowKey, fields.get('ElementId'), language) } : {};
    return { files: [presentFile(await storeUpload(deps, request, { owner: ownerOf(caller), idempotencyKey, ...rules }))] };
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
