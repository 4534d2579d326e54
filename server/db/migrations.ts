import { sql, type ColumnDefinitionBuilder, type Kysely, type Migration } from 'kysely';
import { defaultLanguage, localized, type LocalizedText } from '#schemas/common.ts';

/** What the second migration fills in; written out, because the tables' types go on changing. */
type Headed = {
  forms: { id: string; definition: string; title: string };
  formRevisions: { formId: string; number: number; definition: string; title: string; description: string };
};

function headingOf(definition: string): { title: string; description: string } {
  const { title, description = '' } = JSON.parse(definition) as { title: LocalizedText; description?: LocalizedText };
  return { title: localized(title, defaultLanguage), description: localized(description, defaultLanguage) };
}

/** In code, not in files: the bundled server carries them. Names sort in the order they are run. */
export const migrations: Record<string, Migration> = {
  '0001-forms-and-submissions': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('accounts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('uniqueKey', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('shortName', 'text', (column) => column.notNull())
        .addColumn('primaryColor', 'text', (column) => column.notNull())
        .addColumn('secondaryColor', 'text', (column) => column.notNull())
        .addColumn('welcomeHeadline', 'text', (column) => column.notNull())
        .addColumn('welcomeText', 'text', (column) => column.notNull())
        .addColumn('terms', 'text')
        .addColumn('privacy', 'text')
        .addColumn('contact', 'text', (column) => column.notNull())
        .addColumn('logoKey', 'text')
        .addColumn('secondaryLogoKey', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createTable('apiKeys')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createTable('forms')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('processGuid', 'text', (column) => column.notNull().unique())
        .addColumn('definition', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('idempotencyKey', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('updatedAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('formsOncePerKey', ['accountId', 'idempotencyKey'])
        .execute();
      await db.schema.createTable('formRevisions')
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('definition', 'text', (column) => column.notNull())
        .addColumn('validatorCode', 'text', (column) => column.notNull())
        .addColumn('validatorModule', 'text', (column) => column.notNull())
        .addColumn('validatorHash', 'text', (column) => column.notNull())
        .addColumn('publishedAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('formRevisionsKey', ['formId', 'number'])
        .execute();
      await db.schema.createIndex('formRevisionsByHash').on('formRevisions').column('validatorHash').execute();
      await db.schema.createTable('workflows')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('startedAt', 'text', (column) => column.notNull())
        .addColumn('submittedAt', 'text')
        .execute();
      await db.schema.createTable('submissions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('workflowKey', 'text', (column) => column.notNull().unique().references('workflows.key'))
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('agbAccepted', 'integer', (column) => column.notNull())
        .addColumn('datenschutzAccepted', 'integer', (column) => column.notNull())
        .addColumn('answers', 'text', (column) => column.notNull())
        .addColumn('idempotencyKey', 'text')
        .addColumn('submittedAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('submissionsByAccount').on('submissions').columns(['accountId', 'submittedAt', 'id']).execute();
      await db.schema.createTable('files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('elementId', 'text')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('extension', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('blobKey', 'text', (column) => column.notNull())
        .addColumn('idempotencyKey', 'text')
        .addColumn('submissionId', 'text', (column) => column.references('submissions.id'))
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('filesOncePerKey', ['owner', 'idempotencyKey'])
        .execute();
      await db.schema.createIndex('filesBySubmission').on('files').column('submissionId').execute();
      await db.schema.createIndex('filesNotSent').on('files').column('createdAt').where(sql.ref('submissionId'), 'is', null).execute();
      await db.schema.createTable('outbox')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('recipient', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0002-titles-beside-definitions': {
    async up(db: Kysely<Headed>) {
      const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');
      await db.schema.alterTable('forms').addColumn('title', 'text', text).execute();
      await db.schema.alterTable('forms').addColumn('bodyHash', 'text', text).execute();
      await db.schema.alterTable('formRevisions').addColumn('title', 'text', text).execute();
      await db.schema.alterTable('formRevisions').addColumn('description', 'text', text).execute();
      for (const { id, definition } of await db.selectFrom('forms').select(['id', 'definition']).execute()) {
        await db.updateTable('forms').set({ title: headingOf(definition).title }).where('id', '=', id).execute();
      }
      for (const { formId, number, definition } of await db.selectFrom('formRevisions').select(['formId', 'number', 'definition']).execute()) {
        await db.updateTable('formRevisions').set(headingOf(definition)).where('formId', '=', formId).where('number', '=', number).execute();
      }
    },
  },
  '0003-experts': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('experts')
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('expertsKey', ['accountId', 'id'])
        .execute();
      await db.schema.createTable('expertAreas')
        .addColumn('accountId', 'text', (column) => column.notNull())
        .addColumn('prefix', 'text', (column) => column.notNull())
        .addColumn('expertId', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('expertAreasKey', ['accountId', 'prefix', 'expertId'])
        .addForeignKeyConstraint('expertAreasExpert', ['accountId', 'expertId'], 'experts', ['accountId', 'id'], (key) => key.onDelete('cascade'))
        .execute();
    },
  },
  '0004-workflows-in-use': {
    async up(db: Kysely<{ workflows: { lastUsedAt: string; startedAt: string } }>) {
      await db.schema.alterTable('workflows').addColumn('lastUsedAt', 'text', (column) => column.notNull().defaultTo('')).execute();
      await db.schema.alterTable('workflows').addColumn('idempotencyKey', 'text').execute();
      await db.updateTable('workflows').set(({ ref }) => ({ lastUsedAt: ref('startedAt') })).execute();
      await db.schema.createIndex('workflowsOncePerKey').on('workflows').columns(['formId', 'idempotencyKey']).unique().execute();
      await db.schema.createIndex('workflowsNotSent').on('workflows').column('lastUsedAt').where(sql.ref('submittedAt'), 'is', null).execute();
    },
  },
  '0005-files-by-blob': {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('filesByBlob').on('files').column('blobKey').execute();
    },
  },
  '0006-pins': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('pins')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('triesLeft', 'integer', (column) => column.notNull())
        .addColumn('isSingleUse', 'integer', (column) => column.notNull())
        .addColumn('workflowKey', 'text')
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('pinsBySubject').on('pins').columns(['subject', 'createdAt']).execute();
    },
  },
  '0007-evidence': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('evidence')
        // No reference: the chain stays whole when a submission is deleted one day.
        .addColumn('submissionId', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('entry', 'text', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addUniqueConstraint('evidenceByPosition', ['accountId', 'position'])
        .execute();
      await db.schema.createTable('evidenceChains')
        .addColumn('accountId', 'text', (column) => column.primaryKey().references('accounts.id'))
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text')
        .execute();
      await db.schema.createTable('evidenceTexts')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0007-external-requests': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('returnHosts')
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('host', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('returnHostsKey', ['accountId', 'host'])
        .execute();
      await db.schema.alterTable('workflows').addColumn('type', 'text', (column) => column.notNull().defaultTo('ASSISTENT')).execute();
      await db.schema.alterTable('workflows').addColumn('returnUrl', 'text').execute();
      await db.schema.createTable('externalRequests')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('workflowKey', 'text', (column) => column.notNull().unique())
        .addColumn('idempotencyKey', 'text')
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('externalRequestsOncePerKey', ['accountId', 'idempotencyKey'])
        .execute();
      await db.schema.createIndex('externalRequestsByAccount').on('externalRequests').columns(['accountId', 'createdAt', 'key']).execute();
    },
  },
  '0010-users-and-sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('users')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('salutation', 'text', (column) => column.notNull())
        .addColumn('firstName', 'text', (column) => column.notNull())
        .addColumn('lastName', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('emailKey', 'text', (column) => column.notNull())
        .addColumn('mobile', 'text')
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('username', 'text')
        .addColumn('usernameKey', 'text', (column) => column.unique())
        .addColumn('passwordHash', 'text')
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('pictureKey', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('registeredAt', 'text')
        .execute();
      await db.schema.createIndex('usersByEmail').on('users').column('emailKey').execute();
      await db.schema.createTable('memberships')
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('isDisabled', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('acceptedAt', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('membershipsKey', ['userId', 'accountId'])
        .execute();
      await db.schema.createIndex('membershipsByAccount').on('memberships').columns(['accountId', 'createdAt', 'userId']).execute();
      await db.schema.createTable('invitations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('keyHash', 'text', (column) => column.notNull().unique())
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('pregivenUsername', 'text')
        .addColumn('pinChannels', 'text', (column) => column.notNull())
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('revokedAt', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('invitationsOfUser').on('invitations').columns(['userId', 'accountId']).execute();
      await db.schema.createTable('sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('accountId', 'text', (column) => column.references('accounts.id'))
        .addColumn('refreshHash', 'text', (column) => column.notNull().unique())
        .addColumn('previousHash', 'text', (column) => column.unique())
        .addColumn('refreshedAt', 'text', (column) => column.notNull())
        .addColumn('device', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('lastUsedAt', 'text', (column) => column.notNull())
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('endedAt', 'text')
        .execute();
      await db.schema.createIndex('sessionsOfUser').on('sessions').columns(['userId', 'endedAt']).execute();
    },
  },
  '0013-outbox-in-use': {
    async up(db: Kysely<unknown>) {
      // Nothing has ever been put into it.
      await db.schema.alterTable('outbox').addColumn('accountId', 'text', (column) => column.references('accounts.id')).execute();
      await db.schema.alterTable('outbox').addColumn('language', 'text', (column) => column.notNull().defaultTo('de')).execute();
      await db.schema.alterTable('outbox').addColumn('html', 'text').execute();
      await db.schema.alterTable('outbox').addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting')).execute();
      await db.schema.alterTable('outbox').addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0)).execute();
      await db.schema.alterTable('outbox').addColumn('nextAttemptAt', 'text', (column) => column.notNull().defaultTo('')).execute();
      await db.schema.alterTable('outbox').addColumn('goodUntil', 'text').execute();
      await db.schema.alterTable('outbox').addColumn('sentAt', 'text').execute();
      await db.schema.createIndex('outboxDue').on('outbox').columns(['state', 'nextAttemptAt']).execute();
    },
  },
  '0014-credentials': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('credentialRequests')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('askedFor', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createTable('hourlyCounts')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('since', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createTable('passwordLinks')
        .addColumn('keyHash', 'text', (column) => column.primaryKey())
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('usedAt', 'text')
        .execute();
      await db.schema.createIndex('passwordLinksOfUser').on('passwordLinks').column('userId').execute();
    },
  },
  '0020-suspicions': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('submissions').addColumn('suspicions', 'text', (column) => column.notNull().defaultTo('[]')).execute();
    },
  },
  '0021-validator-sources': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('formRevisions').addColumn('validatorSource', 'text', (column) => column.notNull().defaultTo('')).execute();
    },
  },
  '0022-login-tries': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('loginTries')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('lockedUntil', 'text')
        .addColumn('triedAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('loginTriesByTime').on('loginTries').column('triedAt').execute();
    },
  },
  '0024-support': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('replyTo', 'text').execute();
      await db.schema.alterTable('outbox').addColumn('onceKey', 'text').execute();
      await db.schema.createIndex('outboxOncePerKey').on('outbox').column('onceKey').unique().execute();
    },
  },
  '0025-clients-by-providers': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('memberships').addColumn('idempotencyKey', 'text').execute();
      await db.schema.alterTable('memberships').addColumn('bodyHash', 'text', (column) => column.notNull().defaultTo('')).execute();
      await db.schema.createIndex('membershipsOncePerKey').on('memberships').columns(['accountId', 'idempotencyKey']).unique().execute();
      await db.schema.alterTable('pins').addColumn('browserHash', 'text').execute();
    },
  },
};
