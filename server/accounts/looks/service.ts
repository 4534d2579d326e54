import { Readable } from 'node:stream';
import type { Language } from '#schemas/platform/common.ts';
import { brandTokens } from '#schemas/accounts/brand.rules.ts';
import { firstLetters } from '#schemas/accounts/looks.rules.ts';
import type { FooterLink, Look } from '#schemas/accounts/looks.ts';
import { logoLimits } from '#server/accounts/limits.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { escapeHtml } from '#server/http/escapeHtml.ts';
import { getTexts } from '#server/texts.ts';
import { uploadOfAccount } from '#server/files/files/service.ts';
import {
  drawPicture,
  DrawingBusy,
  DrawingFailed,
  type Drawing,
} from '#server/pictures/drawPicture.ts';
import * as repository from './repository.ts';

/** Links in an account's footer. */
export const parseFooterLinks = ({ footerLinks }: Pick<AccountRow, 'footerLinks'>): FooterLink[] =>
  JSON.parse(footerLinks ?? '[]') as FooterLink[];

/** Returns the account's public look. */
export async function readLook({ db }: Deps, accountId: string): Promise<Look> {
  const row = await repository.getLook(db, accountId);
  return { ...row, footerLinks: parseFooterLinks(row) };
}

export const setLook = (
  { db }: Deps,
  accountId: string,
  { footerLinks, ...look }: Look,
): Promise<void> =>
  repository.setLook(db, accountId, { ...look, footerLinks: JSON.stringify(footerLinks) });

/**
 * Draws the account's two letters on its colour as SVG. Throws `notFound` for an unknown account.
 */
export async function drawIcon({ db }: Deps, accountId: string): Promise<string> {
  const account = await repository.findMark(db, accountId);
  if (!account) throw problem('notFound');
  const { accent, onAccent } = brandTokens(account.primaryColor, 'light');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="12" fill="${accent}"/>`,
    '<text x="32" y="43" font-family="Georgia, serif" font-size="30" text-anchor="middle" ',
    `fill="${onAccent}">${escapeHtml(firstLetters(account.name))}</text></svg>`,
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
  const upload = await uploadOfAccount(db, accountId, fileId);
  if (!upload) throw problem('notFound');
  const picture = await drawPicture(
    { open: () => blobStore.get(upload.blobKey), size: upload.size },
    drawing,
  ).catch((error: unknown) => {
    if (error instanceof DrawingBusy) throw problem('unavailable');
    if (error instanceof DrawingFailed) return undefined;
    throw error;
  });
  if (!picture)
    throw problem('invalidInput', { '/fileId': getTexts(language)('picture.error.unusable', {}) });
  return (await blobStore.put(Readable.from([picture]), { maxBytes: picture.length })).key;
}
