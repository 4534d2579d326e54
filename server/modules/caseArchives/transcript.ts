import type { Language } from '#schemas/common.ts';
import type { Message } from '#schemas/messages.ts';
import { dayIn, momentIn, textsIn } from '#server/http/texts.ts';

/** A message as text that needs no program to be read. */
export function writtenOut(message: Message, language: Language): string {
  const text = textsIn(language);
  const { creatorName, creationDate, header, labels, belegdatum, attachments } = message;
  const facts: [string, string | null][] = [
    ['message.from', creatorName],
    ['message.sentAt', momentIn(language, creationDate)],
    ['message.subject', header],
    ['message.documentDate', belegdatum && dayIn(language, belegdatum)],
    ['message.labels', labels.join(', ')],
    ['message.files', attachments.map(({ fileName }) => fileName).join(', ')],
  ];
  const head = facts
    .filter(([, words]) => words)
    .map(([id, words]) => `${text(id, {})}: ${words}`)
    .join('\n');
  return `${head}\n\n${message.message}\n\n${'-'.repeat(72)}\n\n`;
}
