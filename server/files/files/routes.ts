import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  deleteUpload,
  downloadFile,
  getThumbnail,
  getUploadInfo,
  uploadAccountFile,
  uploadFile,
  uploadProviderFile,
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
import { createProblem } from '#server/problem.ts';
import { route, type RouteInput } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { productRules, type UploadRules } from './intake.ts';
import { registerPlayingRoutes } from './playing.ts';
import { readPreview } from './previews.ts';
import {
  findActor,
  getOwner,
  getPurpose,
  getReadableFile,
  listOwners,
  type FileCaller,
  type FileRights,
} from './reading.ts';
import { recordRejection } from './rejections.ts';
import * as resumable from './resumable/resumable.ts';
import {
  getAccountOwner,
  presentUpload,
  publicFileInfo,
  sendFile,
  storeUpload,
  removeUpload,
} from './service.ts';
import { answerTus } from './resumable/tus.ts';

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
    ? rights.getUploadRules(deps, caller.workflowKey, elementId, getLanguage({ headers }))
    : productRules;
}

function registerUploadRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  route(app, deps, getUploadInfo, async () => publicFileInfo);

  const receive = async (
    {
      caller: sender,
      query,
      request,
      idempotencyKey,
    }: Pick<RouteInput<typeof uploadFile>, 'caller' | 'query' | 'request' | 'idempotencyKey'>,
    accountId?: string,
  ) => {
    const caller = await findActor(deps, rights.getSharedTask, sender, query.workflowKey);
    if (accountId && caller.kind === 'form' && caller.accountId !== accountId)
      throw createProblem('notFound');
    const owner = getOwner(caller, accountId);
    const rules = (fields: ReadonlyMap<string, string>) =>
      getUploadRules(deps, rights, caller, fields.get('ElementId'), request);
    const file = await recordRejection(deps, caller, accountId, () =>
      storeUpload(deps, request, { owner, idempotencyKey, rules }),
    );
    return { files: [await presentUpload(deps, file)] };
  };
  route(app, deps, uploadFile, async (input) => receive(input));
  route(app, deps, uploadAccountFile, async (input) => receive(input, input.params.acc));

  route(app, deps, uploadProviderFile, async ({ caller, request, idempotencyKey }) => {
    const owner = getAccountOwner(caller.accountId);
    const shown = await presentUpload(
      deps,
      await storeUpload(deps, request, { owner, idempotencyKey }),
    );
    return { fileId: shown.fileuploadId, ...shown };
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
      const begin = async (fields: ReadonlyMap<string, string>, size: number) => {
        const elementId = fields.get('ElementId');
        return (
          await resumable.beginUpload(
            deps,
            { owner, elementId, size, name: fields.get('filename') ?? '', idempotencyKey },
            () => getUploadRules(deps, rights, caller, elementId, request),
          )
        ).id;
      };
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
    const file = await recordRejection(deps, caller, undefined, () =>
      resumable.finishUpload(deps, getOwner(caller), params.id, ({ elementId }) =>
        getUploadRules(deps, rights, caller, elementId ?? undefined, request),
      ),
    );
    return { files: [await presentUpload(deps, file)] };
  });

  route(app, deps, deleteUpload, async ({ caller, params, query }) => {
    await removeUpload(
      deps,
      listOwners(await findActor(deps, rights.getSharedTask, caller, query.workflowKey)),
      params.id,
    );
    return { deleted: true };
  });
}

function registerDownloadRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  route(app, deps, downloadFile, async ({ caller, params, query, request, reply }) =>
    sendFile(
      deps,
      reply,
      await getReadableFile(
        deps,
        rights,
        await findActor(deps, rights.getReadableAnswers, caller, query.workflowKey),
        params.id,
        getPurpose(request),
      ),
    ),
  );

  for (const [call, kind] of [
    [getThumbnail, 'thumbnail'],
    [getPreview, 'preview'],
  ] as const) {
    route(app, deps, call, async ({ caller, params, query, request, reply }) => {
      const picture = await readPreview(
        deps,
        await getReadableFile(
          deps,
          rights,
          await findActor(deps, rights.getReadableAnswers, caller, query.workflowKey),
          params.id,
          kind === 'thumbnail' ? kind : getPurpose(request),
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
