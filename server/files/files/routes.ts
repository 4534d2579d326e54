import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  deleteUpload,
  downloadFile,
  getThumbnail,
  getUploadInfo,
  uploadFile,
} from '#schemas/files/files.ts';
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  finishUpload,
  getUploadOffset,
} from '#schemas/files/resumableUploads.ts';
import { getPreview } from '#schemas/files/previews.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { productRules, type UploadRules } from './intake.ts';
import { registerPlayingRoutes } from './playing.ts';
import { readPreview } from './previews.ts';
import { findActor, getOwner, readableFile, type FileCaller, type FileRights } from './reading.ts';
import * as resumable from './resumable.ts';
import { presentFile, publicFileInfo, sendFile, storeUpload, removeUpload } from './service.ts';
import { answerTus } from './tus.ts';

export function registerFileRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  registerUploadRoutes(app, deps, rights);
  registerResumableRoutes(app, deps, rights);
  registerDownloadRoutes(app, deps, rights);
  registerPlayingRoutes(app, deps, rights);
}

async function getUploadRules(
  deps: Deps,
  rights: FileRights,
  caller: FileCaller,
  elementId: string | undefined,
  { headers }: FastifyRequest,
): Promise<UploadRules> {
  return caller.kind === 'form'
    ? rights.elementUploadRules(deps, caller.workflowKey, elementId, getLanguage({ headers }))
    : productRules;
}

function registerUploadRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  route(app, deps, getUploadInfo, async () => publicFileInfo);

  route(app, deps, uploadFile, async ({ caller: sender, query, request, idempotencyKey }) => {
    const caller = await findActor(deps, rights.getSharedTask, sender, query.workflowKey);
    const rules = (fields: ReadonlyMap<string, string>) =>
      getUploadRules(deps, rights, caller, fields.get('ElementId'), request);
    return {
      files: [
        presentFile(
          await storeUpload(deps, request, { owner: getOwner(caller), idempotencyKey, rules }),
        ),
      ],
    };
  });
}

function registerResumableRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  // The handler streams the body itself.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  );

  route(
    app,
    deps,
    beginUpload,
    async ({ caller: sender, query, request, reply, idempotencyKey }) => {
      const caller = await findActor(deps, rights.getSharedTask, sender, query.workflowKey);
      const owner = getOwner(caller);
      const begin = async (fields: ReadonlyMap<string, string>, size: number) =>
        (
          await resumable.beginUpload(
            deps,
            { owner, size, name: fields.get('filename') ?? '', idempotencyKey },
            () => getUploadRules(deps, rights, caller, fields.get('ElementId'), request),
          )
        ).id;
      return answerTus(deps, request, reply, { owner, begin });
    },
  );
  for (const call of [getUploadOffset, continueUpload, cancelUpload]) {
    route(app, deps, call, async ({ caller, params, query, request, reply }) =>
      answerTus(deps, request, reply, {
        owner: getOwner(await findActor(deps, rights.getSharedTask, caller, query.workflowKey)),
        id: params.id,
      }),
    );
  }

  route(app, deps, finishUpload, async ({ caller: sender, params, query, request }) => {
    const caller = await findActor(deps, rights.getSharedTask, sender, query.workflowKey);
    const file = await resumable.finishUpload(deps, getOwner(caller), params.id, ({ elementId }) =>
      getUploadRules(deps, rights, caller, elementId ?? undefined, request),
    );
    return { files: [presentFile(file)] };
  });

  route(app, deps, deleteUpload, async ({ caller, params, query }) => {
    await removeUpload(
      deps,
      getOwner(await findActor(deps, rights.getSharedTask, caller, query.workflowKey)),
      params.id,
    );
    return { deleted: true };
  });
}

function registerDownloadRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  route(app, deps, downloadFile, async ({ caller, params, query, reply }) =>
    sendFile(
      deps,
      reply,
      await readableFile(
        deps,
        rights,
        await findActor(deps, rights.getReadableTask, caller, query.workflowKey),
        params.id,
      ),
    ),
  );

  for (const [call, kind] of [
    [getThumbnail, 'thumbnail'],
    [getPreview, 'preview'],
  ] as const) {
    route(app, deps, call, async ({ caller, params, query, reply }) => {
      const picture = await readPreview(
        deps,
        await readableFile(
          deps,
          rights,
          await findActor(deps, rights.getReadableTask, caller, query.workflowKey),
          params.id,
        ),
        kind,
      );
      return reply
        .type('image/jpeg')
        .header('cache-control', 'private, max-age=86400, immutable')
        .send(picture);
    });
  }
}
