import type { FastifyInstance } from 'fastify';
import {
  getOtherProfilePicture,
  getProfilePicture,
  removeProfilePicture,
  setProfilePicture,
} from '#schemas/files/profilePictures.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { checkOwnUser } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { getOwnPicture, getPictureForAccount, removePicture, setPicture } from './service.ts';

export function registerProfilePictureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getProfilePicture, async ({ caller, params, reply }) => {
    checkOwnUser(caller, params.userId);
    return reply.type('image/jpeg').send(await getOwnPicture(deps, caller.userId));
  });

  route(app, deps, getOtherProfilePicture, async ({ params, reply }) =>
    reply.type('image/jpeg').send(await getPictureForAccount(deps, params.acc, params.userId)),
  );

  route(app, deps, setProfilePicture, async ({ caller, params, body, request }) => {
    checkOwnUser(caller, params.userId);
    await setPicture(
      deps,
      { userId: caller.userId, accountId: params.acc },
      body.UploadId,
      getLanguage(request),
    );
    return { changed: true } as const;
  });

  route(app, deps, removeProfilePicture, async ({ caller, params }) => {
    checkOwnUser(caller, params.userId);
    await removePicture(deps, caller.userId);
    return { removed: true };
  });
}
