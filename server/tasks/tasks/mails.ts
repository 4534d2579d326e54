import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { assignmentLimits } from '#server/tasks/limits.ts';
import type { Db, StoredTask } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { formatMoment, getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { enqueueMail, cancelMails } from '#server/mail/mailOutbox/service.ts';
import * as repository from './repository.ts';

const texts = {
  assigned: { subject: 'mail.task.assigned.subject', text: 'mail.task.assigned.text' },
  reminder: { subject: 'mail.task.reminder.subject', text: 'mail.task.reminder.text' },
} as const;
type Kind = keyof typeof texts;

const buildKeyPrefix = (kind: Kind, { workflowKey }: StoredTask): string =>
  `task:${workflowKey}:${kind}:`;
/** The `onceKey` of a reminder contains the deadline, so that a new deadline has its own. */
const buildOnceKey = (kind: Kind, task: StoredTask, userId: string): string =>
  buildKeyPrefix(kind, task) + (kind === 'reminder' ? `${task.validUntil}:` : '') + userId;

/** Mails the case's clients in the caller's transaction, without data of case or task. */
export async function mailClients(deps: Deps, db: Db, kind: Kind, task: StoredTask): Promise<void> {
  const { accountId, caseId, workflowKey, validUntil } = task;
  const { name } = await getAccount(db, { accountId });
  for (const { id, firstName, lastName, email, language } of await repository.listMailed(
    db,
    task,
  )) {
    const text = getTexts(language);
    await enqueueMail(deps, db, {
      accountId,
      language,
      to: { email, name: `${firstName} ${lastName}` },
      onceKey: buildOnceKey(kind, task, id),
      ...(validUntil === null ? {} : { goodUntil: validUntil }),
      content: {
        subject: text(texts[kind].subject, { name }),
        paragraphs: [
          text(texts[kind].text, { name }),
          ...(validUntil === null
            ? []
            : [text('mail.task.validUntil', { at: formatMoment(language, validUntil) })]),
        ],
        link: {
          label: text('mail.task.label', {}),
          url: deps.config.publicUrl + webAddresses.task(caseId, accountId, workflowKey),
        },
      },
    });
  }
}

/**
 * Cancels unsent mails of a task once it takes no answer. Returns true if its announcement was
 * among them.
 */
export async function cancelTaskMails(
  deps: Deps,
  db: Db,
  task: StoredTask,
): Promise<{ wasQueued: boolean }> {
  await cancelMails(deps, db, buildKeyPrefix('reminder', task));
  return { wasQueued: (await cancelMails(deps, db, buildKeyPrefix('assigned', task))) > 0 };
}

/** Mails reminders of near deadlines. Several processes may run it at once. */
export async function remindOfTasks(deps: Deps): Promise<void> {
  for (;;) {
    const due = await repository.listToRemind(
      deps.db,
      deps.clock.now().toISOString(),
      assignmentLimits.closedAtOnce,
    );
    for (const task of due) {
      await inTransaction(deps.db, async (db) => {
        if (await repository.claimReminder(db, task)) await mailClients(deps, db, 'reminder', task);
      });
    }
    if (due.length < assignmentLimits.closedAtOnce) return;
  }
}
