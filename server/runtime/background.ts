import type { FastifyBaseLogger } from 'fastify';
import { hourMs } from '#schemas/platform/time.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import type { Deps } from '#server/deps.ts';
import { chainAllWaiting } from '#server/forms/evidence/service.ts';
import { evidenceLimits, indexLimits } from '#server/forms/limits.ts';
import { indexSubmissions } from '#server/forms/submissions/service.ts';
import {
  mailOutboxLimits,
  notificationLimits,
  pushLimits,
  webhookDeliveryLimits,
} from '#server/mail/limits.ts';
import { sendFirmNotifications } from '#server/mail/firmNotifications/service.ts';
import { sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { sendNotifications } from '#server/mail/notifications/service.ts';
import { createPushSender } from '#server/mail/push/sender.ts';
import { createWebhookSender } from '#server/mail/webhooks/sender.ts';
import { assignmentLimits } from '#server/tasks/limits.ts';
import { watchDeadlines } from '#server/tasks/tasks/service.ts';
import { housekeep, sweepBlobs } from './housekeeping.ts';

type Work = (deps: Deps, log: FastifyBaseLogger, stopping: AbortSignal) => Promise<void>;
export type Job = { work: Work; everyMs: number };

const jobs: readonly Job[] = [
  { work: housekeep, everyMs: hourMs },
  { work: sweepBlobs, everyMs: 24 * hourMs },
  { work: answerRequests, everyMs: mailOutboxLimits.everyMs },
  { work: sendNotifications, everyMs: notificationLimits.everyMs },
  { work: sendFirmNotifications, everyMs: notificationLimits.everyMs },
  { work: sendMailOutbox, everyMs: mailOutboxLimits.everyMs },
  { work: chainAllWaiting, everyMs: evidenceLimits.sweepEveryMs },
  { work: indexSubmissions, everyMs: indexLimits.everyMs },
  { work: watchDeadlines, everyMs: assignmentLimits.watchEveryMs },
];

/**
 * Starts all work in the background: each job at its interval, never twice at once. Errors are
 * logged. Returns functions that stop the jobs and resolve after their last run.
 */
export function startBackground(
  deps: Deps,
  log: FastifyBaseLogger,
  stopping: AbortSignal,
  more: readonly Job[],
): (() => Promise<void>)[] {
  const webhooks = createWebhookSender();
  const pushes = createPushSender();
  const senders: Job[] = [
    { work: webhooks.sendWebhooks, everyMs: webhookDeliveryLimits.everyMs },
    { work: pushes.sendPushes, everyMs: pushLimits.everyMs },
  ];
  const endings = [...jobs, ...senders, ...more].map(({ work, everyMs }) => {
    let running: Promise<void> | undefined;
    const run = () => {
      running ??= work(deps, log, stopping)
        .catch((error: unknown) =>
          log.error({ err: error, work: work.name }, 'work in the background failed'),
        )
        .finally(() => {
          running = undefined;
        });
    };
    run();
    const timer = setInterval(run, everyMs);
    return async () => {
      clearInterval(timer);
      await running;
    };
  });
  return [...endings, webhooks.drain, pushes.drain];
}
