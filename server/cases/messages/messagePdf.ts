import { locales, type Language } from '#schemas/platform/common.ts';
import type { Message } from '#schemas/cases/messages.ts';
import { formatDay, formatMoment, formatSize, getTexts } from '#server/texts.ts';
import { createSheet, isolate, type Letterhead } from '#server/pdf/sheet.ts';

/** Firm, case and folder of a message. */
export type MessageOrigin = {
  accountName: string;
  sender: Letterhead;
  caseHeader: string;
  aktenzeichen: string;
  folderName: string | undefined;
};

/** Renders a message as a PDF with author, date, case and attachments. */
export function writeMessagePdf(
  message: Message,
  { accountName, sender, caseHeader, aktenzeichen, folderName }: MessageOrigin,
  language: Language,
): Promise<Buffer> {
  const text = getTexts(language);
  const { header, creatorName, creationDate, belegdatum, labels, attachments } = message;
  const sheet = createSheet({
    title: header,
    author: creatorName,
    language: locales[language],
    at: new Date(creationDate),
    sender,
  });
  sheet.write('P', 'kind', accountName);
  sheet.write('H1', 'title', header);
  const facts: [string, string | null | undefined][] = [
    ['message.from', creatorName],
    ['message.sentAt', formatMoment(language, creationDate)],
    ['message.case', caseHeader],
    ['message.reference', aktenzeichen],
    ['message.folder', folderName],
    ['message.documentDate', belegdatum && formatDay(language, belegdatum)],
    ['message.labels', labels.join(', ')],
  ];
  for (const [id, words] of facts) if (words) sheet.writeFact(text(id, {}), words);
  if (message.message) sheet.write('P', 'lead', message.message);
  if (attachments.length > 0) sheet.write('H2', 'heading', text('message.files', {}));
  for (const { fileName, size } of attachments)
    sheet.write(
      'P',
      'text',
      text('message.file', { name: isolate(fileName), size: formatSize(language, size) }),
    );
  return sheet.finish((page, pages) =>
    text('message.page', { title: isolate(header), page, pages }),
  );
}
