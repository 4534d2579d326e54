import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Schema } from './db/schema.ts';
import type { BlobStore } from './ports/blobStore.ts';
import type { Clock } from './ports/clock.ts';
import type { EventBus } from './ports/eventBus.ts';
import type { InsuranceSource } from './ports/insuranceSource.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Sms } from './ports/sms.ts';
import type { VirusScan } from './ports/virusScan.ts';

/** Everything the server reaches outside itself through. */
export type Deps = {
  config: Config;
  db: Kysely<Schema>;
  blobStore: BlobStore;
  virusScan: VirusScan;
  insurances: InsuranceSource;
  /** null: mails stay in the outbox, where the demo shows them */
  mailer: Mailer | null;
  /** null: there is no gateway */
  sms: Sms | null;
  clock: Clock;
  /** What guessing a password or PIN from its hash costs, and so does checking one: memory in KiB, rounds, lanes. */
  passwordCost: { memoryCost: number; timeCost: number; parallelism: number };
  eventBus: EventBus;
};
