import type { Language } from '#schemas/platform/common.ts';
import type { Message } from '#schemas/cases/messages.ts';
import type { StateGroup } from '#schemas/cases/caseHistories.ts';
import { formatDay, formatMoment, getTexts } from '#server/texts.ts';

/** Formats a message as plain text. */
export function formatTranscript(message: Message, language: Language): string {
  const text = getTexts(language);
  const { creatorName, creationDate, header, labels, belegdatum, attachments } = message;
  const facts: [string, string | null][] = [
    ['message.from', creatorName],
    ['message.sentAt', formatMoment(language, creationDate)],
    ['message.subject', header],
    ['message.documentDate', belegdatum && formatDay(language, belegdatum)],
    ['message.labels', labels.join(', ')],
    ['message.files', attachments.map(({ fileName }) => fileName).join(', ')],
  ];
  const head = facts
    .filter(([, words]) => words)
    .map(([id, words]) => `${text(id, {})}: ${words}`)
    .join('\n');
  return `${head}\n\n${message.message}\n\n${'-'.repeat(72)}\n\n`;
}

/** Formats the history of a case as plain text, a paragraph per phase. */
export const writeHistory = (groups: readonly StateGroup[], language: Language): string =>
  groups
    .map(({ name, states }) =>
      [
        name,
        ...states.map(
          ({ date, statusText }) =>
            `- ${date ? `${formatDay(language, date)}: ` : ''}${statusText}`,
        ),
      ].join('\n'),
    )
    .join('\n\n') + '\n';
