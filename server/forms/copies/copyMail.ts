import type { Language } from '#schemas/platform/common.ts';
import { dayMs } from '#schemas/platform/time.ts';
import type { Revision, StoredSubmission } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { buildShownPages } from '#server/forms/evidence/service.ts';
import { copyLimits } from '#server/forms/limits.ts';
import { buildReference } from '#server/forms/reference.ts';
import type { NewMail } from '#server/mail/mailOutbox/service.ts';
import { formatDate, getTexts } from '#server/texts.ts';
import { createCopyKey, formatCopyPath } from './copyLink.ts';
import { listCopyParts } from './copyParts.ts';

export type SentAnswers = {
  revision: Revision;
  submission: StoredSubmission;
  /** the visitor's day, for values computed with it */
  today: string;
  accountName: string;
};

/** Writes the answers, unless the form keeps them out of mails or they are very long. */
function listAnswers({ revision, submission, today }: SentAnswers, language: Language): string[] {
  const { definition } = revision;
  if (!definition.copy?.content) return [];
  const text = getTexts(language);
  const context = { today, revision: revision.number };
  const pages = buildShownPages(definition, submission.answers, language, context);
  const lines = listCopyParts(pages, text).map((part) =>
    part.kind === 'answer' ? `${part.label}\n${part.words}` : part.title,
  );
  const isLong = lines.reduce((sum, { length }) => sum + length, 0) > copyLimits.maxMailLength;
  return isLong ? [] : [text('mail.copy.answers', {}), ...lines];
}

/** Writes the mail with the copy of a visitor's answers, or with the link to it. */
export function buildCopyMail(
  deps: Deps,
  sent: SentAnswers,
): Pick<NewMail, 'content' | 'goodUntil'> {
  const { submission, accountName: name } = sent;
  const { id: submissionId, accountId } = submission;
  const language = submission.language as Language;
  const text = getTexts(language);
  const endsAt = new Date(deps.clock.now().getTime() + copyLimits.linkDays * dayMs).toISOString();
  const key = createCopyKey(deps, { accountId, submissionId, language });
  return {
    goodUntil: endsAt,
    content: {
      subject: text('mail.copy.subject', { name }),
      paragraphs: [
        text('mail.copy.text', { name, reference: buildReference(submissionId) }),
        ...listAnswers(sent, language),
      ],
      link: {
        label: text('mail.copy.link', {}),
        url: deps.config.publicUrl + formatCopyPath(key),
      },
      closing: [
        text('mail.copy.valid', { date: formatDate(language, endsAt) }),
        text('mail.copy.notYou', { name }),
      ],
    },
  };
}
