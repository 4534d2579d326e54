import { join } from 'node:path';
import { ConfigError, readConfig, readMode, type Config, type Mode } from '#server/config.ts';
import { makeDemoEnvironment } from '#server/demo/demoEnvironment.ts';
import type { Deps } from '#server/deps.ts';
import { describeCause, warnOnce } from '#server/http/logging.ts';
import { OperatorError } from '#server/operatorError.ts';
import type { BlobStore } from '#server/ports/blobStore.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createLocalEventBus, type EventBus } from '#server/ports/eventBus.ts';
import { storeLimits } from '#server/ports/limits.ts';
import { createLocalBlobStore } from '#server/ports/localBlobStore.ts';
import { createSmtpMailer } from '#server/ports/mailer.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { createHttpSms } from '#server/ports/sms.ts';
import { createWebhookCaller } from '#server/ports/webhookCaller.ts';
import { passwordCost } from '#server/security/passwords.ts';

function explainConfigError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError)
      throw new OperatorError(`The configuration is not complete:\n${error.message}`);
    throw error;
  }
}

/** Reads the mode from the environment. Throws `OperatorError`. */
export const readOwnMode = (): Mode => explainConfigError(() => readMode(process.env));

/** Reads the configuration from the environment. Throws `OperatorError`. */
export const readOwnConfig = (mode: Mode): Config =>
  explainConfigError(() =>
    readConfig(mode === 'demo' ? makeDemoEnvironment(process.env) : process.env, mode),
  );

/** Imports the S3 client only if it is used, because it is large. */
async function openBlobStore({ s3, dataDir, ready }: Config): Promise<BlobStore> {
  if (!s3) return createLocalBlobStore(join(dataDir, 'files'));
  const { createS3BlobStore } = await import('#server/ports/s3BlobStore.ts');
  return createS3BlobStore(s3, { ...storeLimits, checkMs: ready.checkMs });
}

function openEventBus({ databaseUrl }: Config, log: Deps['log']): EventBus {
  if (!databaseUrl) return createLocalEventBus();
  return createPostgresEventBus(databaseUrl, {
    onError: (error) =>
      warnOnce(log, describeCause(error), 'the event bus reconnects to the database'),
  });
}

/** Builds the dependencies of a process, the server or a command. `signal` aborts deliveries. */
export async function openDeps(
  config: Config,
  own: Pick<Deps, 'log' | 'db' | 'insurances' | 'virusScan'>,
  signal?: AbortSignal,
): Promise<Deps> {
  return {
    ...own,
    config,
    blobStore: await openBlobStore(config),
    clock: systemClock,
    passwordCost,
    eventBus: openEventBus(config, own.log),
    mailer: config.mail ? createSmtpMailer(config.mail, signal) : null,
    sms: config.sms ? createHttpSms(config.sms, signal) : null,
    webhookCaller: createWebhookCaller({
      privateRanges: config.webhookRanges,
      stopping: signal,
    }),
    pushCaller: createWebhookCaller({ privateRanges: config.pushRanges, stopping: signal }),
  };
}

export async function closeDeps({ eventBus, db }: Deps): Promise<void> {
  await eventBus.close();
  await db.destroy();
}
