import { downloadCase } from '#schemas/caseArchives.ts';
import type { CaseSummary } from '#schemas/cases.ts';
import { getMessagePdf, type Message } from '#schemas/messages.ts';
import { fetchBytes, saveBytes } from './files.ts';

/** Fetches a whole case and hands it to the browser to save; rejects with an ApiError, and saves nothing, unless all of it came. */
export async function saveCase({
  accountId,
  accountName,
  idHash,
  aktenkurzbezeichnung,
  header,
}: CaseSummary): Promise<void> {
  saveBytes(
    await fetchBytes(downloadCase, { acc: accountId, akte: idHash }),
    `Documents-${accountName}-${aktenkurzbezeichnung || header}.zip`,
  );
}

/** The same for a message as a PDF. */
export async function saveMessagePdf(
  { acc, akte }: { acc: string; akte: string },
  { id, header }: Message,
): Promise<void> {
  saveBytes(await fetchBytes(getMessagePdf, { acc, akte, id }), `${header}.pdf`);
}
