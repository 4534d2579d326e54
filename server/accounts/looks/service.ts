import { Readable } from 'node:stream';
import type { Language } from '#schemas/platform/common.ts';
import { deriveBrandTokens } from '#schemas/accounts/brand.rules.ts';
import { getInitials } from '#schemas/accounts/looks.rules.ts';
import type { Look } from '#schemas/accounts/looks.ts';
import { logoLimits } from '#server/accounts/limits.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { escapeHtml } from '#server/http/escapeHtml.ts';
import { getTexts } from '#server/texts.ts';
import { findAccountUpload } from '#server/files/files/service.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  type Drawing,
} from '#server/pictures/drawPicture.ts';
import * as repository from './repository.ts';

/** Returns the account's public look. */
export const readLook = ({ db }: Deps, accountId: string): Promise<Look> =>
  repository.getLook(db, accountId);

export const setLook = ({ db }: Deps, accountId: string, look: Look): Promise<void> =>
  repository.setLook(db, accountId, look);

/**
 * Draws the account's two letters on its colour as SVG. Throws `notFound` for an unknown account.
 */
export async function drawIcon({ db }: Deps, accountId: string): Promise<string> {
  const account = await repository.findMark(db, accountId);
  if (!account) throw createProblem('notFound');
  const { accent, onAccent } = deriveBrandTokens(account.primaryColor, 'light');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="12" fill="${accent}"/>`,
    '<text x="32" y="43" font-family="Georgia, serif" font-size="30" text-anchor="middle" ',
    `fill="${onAccent}">${escapeHtml(getInitials(account.name))}</text></svg>`,
  ].join('');
}

const { logoSidePx } = logoLimits;
const drawing: Drawing = {
  kinds: ['jpeg', 'png'],
  width: logoSidePx,
  height: logoSidePx,
  fit: 'inside',
  format: 'png',
};

type LogoChange = {
  accountId: string;
  column: repository.LogoColumn;
  fileId: string | null;
  language: Language;
};

/**
 * Makes an upload the account's logo. Throws `notFound` for a foreign upload, `invalidInput` unless
 * it is JPEG or PNG.
 */
export async function setLogo(
  deps: Deps,
  { accountId, column, fileId, language }: LogoChange,
): Promise<void> {
  const { db, blobStore } = deps;
  const key = fileId === null ? null : await drawLogo(deps, accountId, fileId, language);
  let former = await repository.findLogo(db, accountId, column);
  while (!(await repository.replaceLogo(db, accountId, column, former, key)))
    former = await repository.findLogo(db, accountId, column);
  if (former) await blobStore.remove(former);
}

async function drawLogo(
  { db, blobStore }: Deps,
  accountId: string,
  fileId: string,
  language: Language,
): Promise<string> {
  const upload = await findAccountUpload(db, accountId, fileId);
  if (!upload) throw createProblem('notFound');
  const picture = await drawPicture(
    { open: () => blobStore.get(upload.blobKey), size: upload.size },
    drawing,
  ).catch((error: unknown) => {
    if (error instanceof DrawingBusy) throw createProblem('unavailable');
    if (error instanceof DrawingFailed) return undefined;
    throw error;
  });
  if (!picture)
    throw createProblem('invalidInput', {
      '/fileId': getTexts(language)('picture.error.unusable', {}),
    });
  return (await blobStore.put(Readable.from([picture]), { maxBytes: picture.length })).key;
}
