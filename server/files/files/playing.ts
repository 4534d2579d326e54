import type { FastifyInstance } from 'fastify';
import { getViewKind } from '#schemas/files/files.rules.ts';
import { playFile, startPlaying } from '#schemas/files/previews.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import { storageLimits } from '#server/files/limits.ts';
import type { Deps } from '#server/deps.ts';
import { getCookieOptions } from '#server/http/cookies.ts';
import { createProblem } from '#server/problem.ts';
import { listPaths, route } from '#server/http/route.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';
import { sendBytes, forbidScripts } from '#server/http/sendBytes.ts';
import { findSessionCaller, type CallerOf } from '#server/http/session.ts';
import {
  findActor,
  getPurpose,
  getReadableFile,
  type FileCaller,
  type FilePurpose,
  type FileRights,
} from './reading.ts';

/**
 * Sets a cookie that lets one browser play one video during the user's session. It names the
 * session and the task.
 */
const playing = { name: 'playing', minutes: storageLimits.playMinutes };
type Playing = {
  fileId: string;
  who: CallerOf<'form'> | { kind: UserSessionKind; sessionId: string };
  workflowKey?: string | undefined;
};

const cookieName = 'playing';

const getStreamOwner = (caller: FileCaller): Playing['who'] =>
  caller.kind === 'form' ? caller : { kind: caller.kind, sessionId: caller.sessionId };

export function registerPlayingRoutes(app: FastifyInstance, deps: Deps, rights: FileRights): void {
  const { config, blobStore } = deps;
  const getPath = (id: string): string => (listPaths(playFile)[0] ?? '').replace(':id', id);

  const findFile = async (
    caller: FileCaller,
    { fileId, workflowKey }: Pick<Playing, 'fileId' | 'workflowKey'>,
    purpose: FilePurpose,
  ) =>
    getReadableFile(
      deps,
      rights,
      await findActor(deps, rights.getReadableAnswers, caller, workflowKey),
      fileId,
      purpose,
    );

  route(
    app,
    deps,
    startPlaying,
    async ({ caller, params: { id }, query: { workflowKey }, reply }) => {
      const { extension } = await findFile(caller, { fileId: id, workflowKey }, 'open');
      if (getViewKind(extension) !== 'video') throw createProblem('notFound');
      const token: Playing = { fileId: id, who: getStreamOwner(caller), workflowKey };
      reply.setCookie(cookieName, createToken(deps, playing, token), {
        ...getCookieOptions(config),
        path: getPath(id),
        maxAge: playing.minutes * 60,
      });
      return { url: getPath(id) };
    },
  );

  route(app, deps, playFile, async ({ params: { id }, request, reply }) => {
    const token = readToken<Playing>(deps, playing, request.cookies[cookieName] ?? '');
    const caller =
      token?.fileId === id
        ? token.who.kind === 'form'
          ? token.who
          : await findSessionCaller(deps, token.who)
        : undefined;
    if (!token || !caller) throw createProblem('notFound');
    const file = await findFile(caller, token, getPurpose(request));
    return sendBytes(forbidScripts(reply.type('video/mp4')), {
      ...file,
      open: (range) => blobStore.get(file.blobKey, range),
    });
  });
}
