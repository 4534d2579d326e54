import type { Kysely } from 'kysely';
import { primaryKey, reference, required, withDefault } from '../columns.ts';

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('uniqueKey', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('shortName', 'text', required)
    .addColumn('primaryColor', 'text', required)
    .addColumn('secondaryColor', 'text', required)
    .addColumn('welcomeHeadline', 'text', required)
    .addColumn('welcomeText', 'text', required)
    .addColumn('terms', 'text')
    .addColumn('privacy', 'text')
    .addColumn('imprint', 'text')
    .addColumn('accessibility', 'text')
    .addColumn('contact', 'text', required)
    .addColumn('logoKey', 'text')
    .addColumn('secondaryLogoKey', 'text')
    .addColumn('isDashboardDisabled', 'integer', withDefault(0))
    .addColumn('publicPageElsewhere', 'text')
    .addColumn('footerLinks', 'text')
    .addColumn('categories', 'text', withDefault('[]'))
    .addColumn('feedbackFormId', 'text')
    .addColumn('mainServiceFormId', 'text')
    .addColumn('autoReply', 'text', withDefault(''))
    .addColumn('isAutoReplyOn', 'integer', withDefault(0))
    .addColumn('taskReminderHours', 'integer')
    .addColumn('createdAt', 'text', required)
    .execute();
}

async function createApiKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('apiKeys')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('createdAt', 'text', required)
    .execute();
}

async function createReturnHosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('returnHosts')
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('host', 'text', required)
    .addPrimaryKeyConstraint('returnHostsKey', ['accountId', 'host'])
    .execute();
}

export async function createStaff(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('staff')
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('role', 'text', required)
    .addPrimaryKeyConstraint('staffKey', ['accountId', 'userId'])
    .execute();
  await db.schema.createIndex('staffByUser').on('staff').column('userId').execute();
}

export async function createAccountsTables(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createApiKeys(db);
  await createReturnHosts(db);
}
