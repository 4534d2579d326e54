import { downloadCase } from '#schemas/cases/caseArchives.ts';
import { buildArchiveName, buildDocumentName } from '#schemas/files/downloadNames.ts';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { getMessagePdf, type Message } from '#schemas/cases/messages.ts';
import { fetchBytes } from '#src/api/files/files.ts';
import { saveBytes } from '#src/device/saveBytes.ts';

/**
 * Downloads a case as a ZIP file, whose name begins with `word`. Rejects with an ApiError, and saves
 * nothing, if it is incomplete.
 */
export async function saveCase(
  { accountId, accountName, idHash, aktenkurzbezeichnung, header }: CaseSummary,
  word: string,
): Promise<void> {
  saveBytes(
    await fetchBytes(downloadCase, { acc: accountId, akte: idHash }),
    buildArchiveName(word, accountName, aktenkurzbezeichnung || header),
  );
}

/** Downloads a message as a PDF. */
export async function saveMessagePdf(
  { acc, akte }: { acc: string; akte: string },
  { id, header }: Message,
): Promise<void> {
  saveBytes(await fetchBytes(getMessagePdf, { acc, akte, id }), buildDocumentName(header, 'pdf'));
}
