import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { linkKeyParam, webAddresses } from '#schemas/platform/webAddresses.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { copyLimits } from '#server/forms/limits.ts';
import { setOwnCookie } from '#server/http/cookies.ts';
import { countAttempt, getAttempts } from '#server/security/attemptCounters.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';

/** The submission that a link opens, and the language of its form. */
export type CopyKey = { accountId: string; submissionId: string; language: Language };

const linkMinutes = copyLimits.linkDays * minutesPerDay;
const linkKind = { name: 'formCopy', minutes: linkMinutes };
const openKind = { name: 'openFormCopy', minutes: copyLimits.openMinutes };

export const createCopyKey = (deps: Deps, key: CopyKey): string => createToken(deps, linkKind, key);

/** Reads the key of a link; undefined for one that is forged or expired. */
export const readCopyKey = (deps: Deps, token: string): CopyKey | undefined =>
  readToken<CopyKey>(deps, linkKind, token);

export const formatCopyPath = (token: string): string =>
  `${webAddresses.formCopy}?${linkKeyParam}=${encodeURIComponent(token)}`;

const getSubject = ({ submissionId }: CopyKey): string => `copy:${submissionId}`;

/** Returns false for a link that was confirmed before. */
export const isUnused = async (deps: Deps, key: CopyKey): Promise<boolean> =>
  (await getAttempts(deps, getSubject(key), linkMinutes)).count === 0;

/**
 * Confirms a link, which uses it up; false for one that was confirmed before. A lost response or a
 * second press of the same page's button (`pageId`) is a retry for some minutes.
 */
export const confirm = (deps: Deps, key: CopyKey, pageId: string): Promise<boolean> =>
  inTransaction(deps.db, async (db) => {
    const within = { ...deps, db };
    const ofPage = `${getSubject(key)}:${pageId}`;
    const { count } = await countAttempt(within, getSubject(key), linkMinutes);
    if (count > 1)
      return (
        pageId !== '' && (await getAttempts(within, ofPage, copyLimits.retryMinutes)).count > 0
      );
    await countAttempt(within, ofPage, copyLimits.retryMinutes);
    return true;
  });

/** One cookie per copy, so that two tabs do not end each other. */
const getCookieName = ({ submissionId }: CopyKey): string =>
  `formakte-copy-${createHash('sha256').update(submissionId).digest('base64url').slice(0, 16)}`;

/** Keeps a copy open in this browser. */
export function keepOpen(deps: Deps, reply: FastifyReply, key: CopyKey): void {
  const token = createToken(deps, openKind, { submissionId: key.submissionId });
  setOwnCookie(reply, deps.config, getCookieName(key), token, {
    maxAge: copyLimits.openMinutes * 60,
  });
}

/** Returns true in a browser that has confirmed the link. */
export function isKeptOpen(
  deps: Deps,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  key: CopyKey,
): boolean {
  const token = cookies[getCookieName(key)] ?? '';
  const opened = readToken<Pick<CopyKey, 'submissionId'>>(deps, openKind, token);
  return opened?.submissionId === key.submissionId;
}
