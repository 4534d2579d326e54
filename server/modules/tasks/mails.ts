import { limits } from '#schemas/limits.ts';
import { webAddresses } from '#schemas/webAddresses.ts';
import type { Db, TaskRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { momentIn, textsIn } from '#server/http/texts.ts';
import { accountOf } from '#server/modules/accounts/service.ts';
import { enqueueMail, takeBackMails } from '#server/modules/outbox/service.ts';
import * as repository from './repository.ts';

const texts = {
  assigned: { subject: 'mail.task.assigned.subject', text: 'mail.task.assigned.text' },
  reminder: { subject: 'mail.task.reminder.subject', text: 'mail.task.reminder.text' },
} as const;
type Kind = keyof typeof texts;

const keysOf = (kind: Kind, { workflowKey }: TaskRow): string => `task:${workflowKey}:${kind}:`;
/** A reminder belongs to its deadline: of another one there is another. */
const onceKeyOf = (kind: Kind, task: TaskRow, userId: string): string =>
  keysOf(kind, task) + (kind === 'reminder' ? `${task.validUntil}:` : '') + userId;

/** Writes to the case's clients, in the caller's transaction. Nothing of the case is in it, and not what the task is about either. */
export async function mailClients(deps: Deps, db: Db, kind: Kind, task: TaskRow): Promise<void> {
  const { accountId, caseId, workflowKey, validUntil } = task;
  const { name } = await accountOf(db, { accountId });
  for (const { id, firstName, lastName, email, language } of await repository.listMailed(
    db,
    task,
  )) {
    const text = textsIn(language);
    await enqueueMail(deps, db, {
      accountId,
      language,
      to: { email, name: `${firstName} ${lastName}` },
      onceKey: onceKeyOf(kind, task, id),
      ...(validUntil === null ? {} : { goodUntil: validUntil }),
      content: {
        subject: text(texts[kind].subject, { name }),
        paragraphs: [
          text(texts[kind].text, { name }),
          ...(validUntil === null
            ? []
            : [text('mail.task.validUntil', { at: momentIn(language, validUntil) })]),
        ],
        link: {
          label: text('mail.task.label', {}),
          url: deps.config.publicUrl + webAddresses.task(caseId, accountId, workflowKey),
        },
      },
    });
  }
}

/** Takes back what has not gone out yet, whomever it is for: after an answer, or once none is taken, nobody is to be asked for one. Answers whether clients have not heard of the task by that. */
export async function takeBackTaskMails(
  deps: Deps,
  db: Db,
  task: TaskRow,
): Promise<{ isUntold: boolean }> {
  await takeBackMails(deps, db, keysOf('reminder', task));
  return { isUntold: (await takeBackMails(deps, db, keysOf('assigned', task))) > 0 };
}

/** Reminds clients of deadlines that come near. Several processes may do this at once. */
export async function remindOfTasks(deps: Deps): Promise<void> {
  for (;;) {
    const due = await repository.listToRemind(
      deps.db,
      deps.clock.now().toISOString(),
      limits.task.closedAtOnce,
    );
    for (const task of due) {
      await deps.db.transaction().execute(async (db) => {
        if (await repository.takeReminder(db, task)) await mailClients(deps, db, 'reminder', task);
      });
    }
    if (due.length < limits.task.closedAtOnce) return;
  }
}
