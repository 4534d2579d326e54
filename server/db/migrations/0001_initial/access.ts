import type { Kysely } from 'kysely';
import { primaryKey, reference, required, withDefault } from '../columns.ts';

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', primaryKey)
    .addColumn('salutation', 'text', required)
    .addColumn('firstName', 'text', required)
    .addColumn('lastName', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('emailKey', 'text', required)
    .addColumn('mobile', 'text')
    .addColumn('language', 'text', required)
    .addColumn('username', 'text')
    .addColumn('usernameKey', 'text', (column) => column.unique())
    .addColumn('passwordHash', 'text')
    .addColumn('status', 'integer', required)
    .addColumn('pictureKey', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('registeredAt', 'text')
    .execute();
  await db.schema.createIndex('usersByEmail').on('users').column('emailKey').execute();
}

async function createMemberships(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('memberships')
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('isDisabled', 'integer', withDefault(0))
    .addColumn('acceptedAt', 'text')
    .addColumn('termsHash', 'text')
    .addColumn('privacyHash', 'text')
    .addColumn('idempotencyKey', 'text')
    .addColumn('bodyHash', 'text', withDefault(''))
    .addColumn('createdAt', 'text', required)
    .addPrimaryKeyConstraint('membershipsKey', ['userId', 'accountId'])
    .execute();
  await db.schema
    .createIndex('membershipsByAccount')
    .on('memberships')
    .columns(['accountId', 'createdAt', 'userId'])
    .execute();
  await db.schema
    .createIndex('membershipsOncePerKey')
    .on('memberships')
    .columns(['accountId', 'idempotencyKey'])
    .unique()
    .execute();
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('keyHash', 'text', (column) => column.notNull().unique())
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('bodyHash', 'text', withDefault(''))
    .addColumn('pregivenUsername', 'text')
    .addColumn('pinChannels', 'text', required)
    .addColumn('validUntil', 'text', required)
    .addColumn('revokedAt', 'text')
    .addColumn('createdAt', 'text', required)
    .execute();
  await db.schema
    .createIndex('invitationsOfUser')
    .on('invitations')
    .columns(['userId', 'accountId'])
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('accountId', 'text', (column) => column.references('accounts.id'))
    .addColumn('refreshHash', 'text', (column) => column.notNull().unique())
    .addColumn('previousHash', 'text', (column) => column.unique())
    .addColumn('refreshedAt', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('network', 'text', withDefault(''))
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text', required)
    .addColumn('validUntil', 'text', required)
    .addColumn('endedAt', 'text')
    .execute();
  await db.schema
    .createIndex('sessionsOfUser')
    .on('sessions')
    .columns(['userId', 'endedAt'])
    .execute();
}

async function createCredentialRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('credentialRequests')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('askedFor', 'text', required)
    .addColumn('createdAt', 'text', required)
    .execute();
}

async function createPasswordLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passwordLinks')
    .addColumn('keyHash', 'text', primaryKey)
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('validUntil', 'text', required)
    .addColumn('usedAt', 'text')
    .execute();
  await db.schema.createIndex('passwordLinksOfUser').on('passwordLinks').column('userId').execute();
}

async function createTotpSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('totpSecrets')
    .addColumn('userId', 'text', (column) => column.primaryKey().references('users.id'))
    .addColumn('sealedSecret', 'text', required)
    .addColumn('lastStep', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .execute();
}

async function createRecoveryCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('recoveryCodesKey', ['userId', 'hash'])
    .execute();
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('publicKey', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text')
    .execute();
  await db.schema.createIndex('passkeysOfUser').on('passkeys').column('userId').execute();
}

async function createUsedTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usedTokens')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('validUntil', 'text', required)
    .execute();
}

async function createLoginTries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('loginTries')
    .addColumn('subject', 'text', primaryKey)
    .addColumn('tries', 'integer', required)
    .addColumn('lockedUntil', 'text')
    .addColumn('triedAt', 'text', required)
    .execute();
  await db.schema.createIndex('loginTriesByTime').on('loginTries').column('triedAt').execute();
}

async function createAttemptCounters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attemptCounters')
    .addColumn('subject', 'text', primaryKey)
    .addColumn('count', 'bigint', required)
    .addColumn('endsAt', 'text', required)
    .execute();
  await db.schema
    .createIndex('attemptCountersByTime')
    .on('attemptCounters')
    .column('endsAt')
    .execute();
}

async function createIdempotencyResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotencyResponses')
    .addColumn('key', 'text', primaryKey)
    .addColumn('bodyHash', 'text', required)
    .addColumn('sealed', 'text', required)
    .addColumn('validUntil', 'text', required)
    .execute();
  await db.schema
    .createIndex('idempotencyResponsesByTime')
    .on('idempotencyResponses')
    .column('validUntil')
    .execute();
}

export async function createAccessTables(db: Kysely<unknown>): Promise<void> {
  await createUsers(db);
  await createMemberships(db);
  await createInvitations(db);
  await createSessions(db);
  await createCredentialRequests(db);
  await createPasswordLinks(db);
  await createTotpSecrets(db);
  await createRecoveryCodes(db);
  await createPasskeys(db);
  await createUsedTokens(db);
  await createLoginTries(db);
  await createAttemptCounters(db);
  await createIdempotencyResponses(db);
}
