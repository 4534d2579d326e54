import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  deleteUpload,
  downloadFile,
  getThumbnail,
  getUploadInfo,
  uploadFile,
} from '#schemas/files.ts';
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  finishUpload,
  getUploadOffset,
} from '#schemas/resumableUploads.ts';
import { getPreview } from '#schemas/previews.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { languageOf } from '#server/http/texts.ts';
import { productRules, type UploadRules } from './intake.ts';
import { registerPlayingRoutes } from './playing.ts';
import { previewOf } from './previews.ts';
import { actingFor, ownerOf, readableFile, type FileCaller, type FileRights } from './reading.ts';
import * as resumable from './resumable.ts';
import { presentFile, publicFileInfo, sendFile, storeUpload, takeBack } from './service.ts';
import { answerTus } from './tus.ts';

export function registerFileRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  route(app, deps, getUploadInfo, async () => publicFileInfo);

  const rulesFor = async (
    caller: FileCaller,
    elementId: string | undefined,
    { headers }: FastifyRequest,
  ): Promise<UploadRules> =>
    caller.kind === 'form'
      ? rights.elementUploadRules(deps, caller.workflowKey, elementId, languageOf({ headers }))
      : productRules;

  route(app, deps, uploadFile, async ({ caller: sender, query, request, idempotencyKey }) => {
    const caller = await actingFor(deps, rights.sharedTask, sender, query.workflowKey);
    const rules = (fields: ReadonlyMap<string, string>) =>
      rulesFor(caller, fields.get('ElementId'), request);
    return {
      files: [
        presentFile(
          await storeUpload(deps, request, { owner: ownerOf(caller), idempotencyKey, rules }),
        ),
      ],
    };
  });

  // Its bytes are read as they come, by whoever answers the call.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  );

  route(
    app,
    deps,
    beginUpload,
    async ({ caller: sender, query, request, reply, idempotencyKey }) => {
      const caller = await actingFor(deps, rights.sharedTask, sender, query.workflowKey);
      const owner = ownerOf(caller);
      const begin = async (fields: ReadonlyMap<string, string>, size: number) =>
        (
          await resumable.beginUpload(
            deps,
            { owner, size, name: fields.get('filename') ?? '', idempotencyKey },
            () => rulesFor(caller, fields.get('ElementId'), request),
          )
        ).id;
      return answerTus(deps, request, reply, { owner, begin });
    },
  );
  for (const call of [getUploadOffset, continueUpload, cancelUpload]) {
    route(app, deps, call, async ({ caller, params, query, request, reply }) =>
      answerTus(deps, request, reply, {
        owner: ownerOf(await actingFor(deps, rights.sharedTask, caller, query.workflowKey)),
        id: params.id,
      }),
    );
  }

  route(app, deps, finishUpload, async ({ caller: sender, params, query, request }) => {
    const caller = await actingFor(deps, rights.sharedTask, sender, query.workflowKey);
    const file = await resumable.finishUpload(deps, ownerOf(caller), params.id, ({ elementId }) =>
      rulesFor(caller, elementId ?? undefined, request),
    );
    return { files: [presentFile(file)] };
  });

  route(app, deps, deleteUpload, async ({ caller, params, query }) => {
    await takeBack(
      deps,
      ownerOf(await actingFor(deps, rights.sharedTask, caller, query.workflowKey)),
      params.id,
    );
    return { deleted: true };
  });

  route(app, deps, downloadFile, async ({ caller, params, query, reply }) =>
    sendFile(
      deps,
      reply,
      await readableFile(
        deps,
        rights,
        await actingFor(deps, rights.readableTask, caller, query.workflowKey),
        params.id,
      ),
    ),
  );

  for (const [call, kind] of [
    [getThumbnail, 'thumbnail'],
    [getPreview, 'preview'],
  ] as const) {
    route(app, deps, call, async ({ caller, params, query, reply }) => {
      const picture = await previewOf(
        deps,
        await readableFile(
          deps,
          rights,
          await actingFor(deps, rights.readableTask, caller, query.workflowKey),
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

  registerPlayingRoutes(app, deps, rights);
}
