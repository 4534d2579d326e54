import type { FastifyInstance } from 'fastify';
import { viewOf } from '#schemas/files.rules.ts';
import { limits } from '#schemas/limits.ts';
import { playFile, startPlaying } from '#schemas/previews.ts';
import type { UserSessionKind } from '#schemas/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOptions } from '#server/http/cookies.ts';
import { problem } from '#server/http/errors.ts';
import { addressesOf, route } from '#server/http/route.ts';
import { makeToken, readToken } from '#server/http/sealedTokens.ts';
import { sendBytes, withoutPower } from '#server/http/sendBytes.ts';
import { callerOfSession, type CallerOf } from '#server/http/session.ts';
import { actingFor, readableFile, type FileCaller, type FileRights } from './reading.ts';

/** Lets one browser play one video: a user's while their session lasts, so only that is named here, and the task that it answers. */
const playing = { name: 'playing', minutes: limits.file.playMinutes };
type Playing = {
  fileId: string;
  who: CallerOf<'form'> | { kind: UserSessionKind; sessionId: string };
  workflowKey?: string | undefined;
};

const cookieName = 'playing';

const named = (caller: FileCaller): Playing['who'] =>
  caller.kind === 'form' ? caller : { kind: caller.kind, sessionId: caller.sessionId };

export function registerPlayingRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  const { config, blobStore } = deps;
  const addressOf = (id: string): string => (addressesOf(playFile)[0] ?? '').replace(':id', id);

  const fileFor = async (
    caller: FileCaller,
    { fileId, workflowKey }: Pick<Playing, 'fileId' | 'workflowKey'>,
  ) =>
    readableFile(
      deps,
      rights,
      await actingFor(deps, rights.readableTask, caller, workflowKey),
      fileId,
    );

  route(
    app,
    deps,
    startPlaying,
    async ({ caller, params: { id }, query: { workflowKey }, reply }) => {
      const { extension } = await fileFor(caller, { fileId: id, workflowKey });
      if (viewOf(extension) !== 'video') throw problem('notFound');
      const token: Playing = { fileId: id, who: named(caller), workflowKey };
      reply.setCookie(cookieName, makeToken(deps, playing, token), {
        ...cookieOptions(config),
        path: addressOf(id),
        maxAge: playing.minutes * 60,
      });
      return { url: addressOf(id) };
    },
  );

  route(app, deps, playFile, async ({ params: { id }, request, reply }) => {
    const token = readToken<Playing>(deps, playing, request.cookies[cookieName] ?? '');
    const caller =
      token?.fileId === id
        ? token.who.kind === 'form'
          ? token.who
          : await callerOfSession(deps, token.who)
        : undefined;
    if (!token || !caller) throw problem('notFound');
    const file = await fileFor(caller, token);
    return sendBytes(withoutPower(reply.type('video/mp4')), {
      ...file,
      open: (range) => blobStore.get(file.blobKey, range),
    });
  });
}
