import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Schema } from '#server/db/schema.ts';
import type { BlobStore } from '#server/ports/blobStore.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { EventBus } from '#server/ports/eventBus.ts';
import type { InsuranceSource } from '#server/ports/insuranceSource.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import type { Sms } from '#server/ports/sms.ts';
import type { VirusScan } from '#server/ports/virusScan.ts';
import type { WebhookCaller } from '#server/ports/webhookCaller.ts';

/** The server's dependencies: everything outside its own code. */
export type Deps = {
  config: Config;
  log: Pick<FastifyBaseLogger, 'warn'>;
  db: Kysely<Schema>;
  blobStore: BlobStore;
  virusScan: VirusScan;
  insurances: InsuranceSource;
  /** null: mails stay in the outbox, where the demo shows them */
  mailer: Mailer | null;
  /** null: there is no gateway */
  sms: Sms | null;
  webhookCaller: WebhookCaller;
  /** calls the push services that browsers name */
  pushCaller: WebhookCaller;
  clock: Clock;
  /** argon2id cost of passwords and PINs: memory in KiB, iterations, lanes */
  passwordCost: { memoryCost: number; timeCost: number; parallelism: number };
  eventBus: EventBus;
};
