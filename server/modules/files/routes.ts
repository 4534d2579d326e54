import type { FastifyInstance } from 'fastify';
import { deleteUpload, downloadFile, getThumbnail, getUploadInfo, uploadFile } from '#schemas/files.ts';
import { hasThumbnail } from '#schemas/files.rules.ts';
import type { FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { CallerOf } from '#server/http/session.ts';
import { languageOf } from '#server/http/texts.ts';
import { elementUploadRules, isAttachmentOf } from '#server/modules/assistants/service.ts';
import * as repository from './repository.ts';
import { ownerOfAccount, ownerOfWorkflow, presentFile, publicFileInfo, sendFile, storeUpload, takeBack } from './service.ts';
import { makeThumbnail } from './thumbnail.ts';

/** A visitor may read what this workflow uploaded, and what the form offers to download. */
async function readableFile(deps: Deps, caller: CallerOf<'form'>, id: string): Promise<FileRow> {
  const own = await repository.findOwnFile(deps.db, ownerOfWorkflow(caller.workflowKey), id);
  if (own) return own;
  const offered = (await isAttachmentOf(deps, caller.workflowKey, id)) && (await repository.findOwnFile(deps.db, ownerOfAccount(caller.accountId), id));
  if (!offered) throw problem('notFound');
  return offered;
}

export function registerFileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getUploadInfo, async () => publicFileInfo);

  route(app, deps, uploadFile, async ({ caller, request, idempotencyKey }) => {
    const file = await storeUpload(deps, request, {
      owner: ownerOfWorkflow(caller.workflowKey),
      idempotencyKey,
      rules: (fields) => elementUploadRules(deps, caller.workflowKey, fields.get('ElementId'), languageOf(request.headers['accept-language'])),
    });
    return { files: [presentFile(file)] };
  });

  route(app, deps, deleteUpload, async ({ caller, params }) => {
    await takeBack(deps, ownerOfWorkflow(caller.workflowKey), params.id);
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
