import { sql, type ColumnDefinitionBuilder, type Kysely, type Migration } from 'kysely';
import { defaultLanguage, localized, type LocalizedText } from '#schemas/common.ts';
import { isSqlite } from './dialect.ts';

/** What the second migration fills in; written out, because the tables' types go on changing. */
type Headed = {
  forms: { id: string; definition: string; title: string };
  formRevisions: {
    formId: string;
    number: number;
    definition: string;
    title: string;
    description: string;
  };
};

function headingOf(definition: string): { title: string; description: string } {
  const { title, description = '' } = JSON.parse(definition) as {
    title: LocalizedText;
    description?: LocalizedText;
  };
  return {
    title: localized(title, defaultLanguage),
    description: localized(description, defaultLanguage),
  };
}

/** In code, not in files: the bundled server carries them. Names sort in the order they are run. */
export const migrations: Record<string, Migration> = {
  '0001-forms-and-submissions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('accounts')
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
      await db.schema
        .createTable('apiKeys')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('forms')
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
      await db.schema
        .createTable('formRevisions')
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('definition', 'text', (column) => column.notNull())
        .addColumn('validatorCode', 'text', (column) => column.notNull())
        .addColumn('validatorModule', 'text', (column) => column.notNull())
        .addColumn('validatorHash', 'text', (column) => column.notNull())
        .addColumn('publishedAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('formRevisionsKey', ['formId', 'number'])
        .execute();
      await db.schema
        .createIndex('formRevisionsByHash')
        .on('formRevisions')
        .column('validatorHash')
        .execute();
      await db.schema
        .createTable('workflows')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('startedAt', 'text', (column) => column.notNull())
        .addColumn('submittedAt', 'text')
        .execute();
      await db.schema
        .createTable('submissions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('workflowKey', 'text', (column) =>
          column.notNull().unique().references('workflows.key'),
        )
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
      await db.schema
        .createIndex('submissionsByAccount')
        .on('submissions')
        .columns(['accountId', 'submittedAt', 'id'])
        .execute();
      await db.schema
        .createTable('files')
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
      await db.schema
        .createIndex('filesNotSent')
        .on('files')
        .column('createdAt')
        .where(sql.ref('submissionId'), 'is', null)
        .execute();
      await db.schema
        .createTable('outbox')
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
      for (const { id, definition } of await db
        .selectFrom('forms')
        .select(['id', 'definition'])
        .execute()) {
        await db
          .updateTable('forms')
          .set({ title: headingOf(definition).title })
          .where('id', '=', id)
          .execute();
      }
      for (const { formId, number, definition } of await db
        .selectFrom('formRevisions')
        .select(['formId', 'number', 'definition'])
        .execute()) {
        await db
          .updateTable('formRevisions')
          .set(headingOf(definition))
          .where('formId', '=', formId)
          .where('number', '=', number)
          .execute();
      }
    },
  },
  '0003-experts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('experts')
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('expertsKey', ['accountId', 'id'])
        .execute();
      await db.schema
        .createTable('expertAreas')
        .addColumn('accountId', 'text', (column) => column.notNull())
        .addColumn('prefix', 'text', (column) => column.notNull())
        .addColumn('expertId', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('expertAreasKey', ['accountId', 'prefix', 'expertId'])
        .addForeignKeyConstraint(
          'expertAreasExpert',
          ['accountId', 'expertId'],
          'experts',
          ['accountId', 'id'],
          (key) => key.onDelete('cascade'),
        )
        .execute();
    },
  },
  '0004-workflows-in-use': {
    async up(db: Kysely<{ workflows: { lastUsedAt: string; startedAt: string } }>) {
      await db.schema
        .alterTable('workflows')
        .addColumn('lastUsedAt', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema.alterTable('workflows').addColumn('idempotencyKey', 'text').execute();
      await db
        .updateTable('workflows')
        .set(({ ref }) => ({ lastUsedAt: ref('startedAt') }))
        .execute();
      await db.schema
        .createIndex('workflowsOncePerKey')
        .on('workflows')
        .columns(['formId', 'idempotencyKey'])
        .unique()
        .execute();
      await db.schema
        .createIndex('workflowsNotSent')
        .on('workflows')
        .column('lastUsedAt')
        .where(sql.ref('submittedAt'), 'is', null)
        .execute();
    },
  },
  '0005-files-by-blob': {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('filesByBlob').on('files').column('blobKey').execute();
    },
  },
  '0006-pins': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('pins')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('triesLeft', 'integer', (column) => column.notNull())
        .addColumn('isSingleUse', 'integer', (column) => column.notNull())
        .addColumn('workflowKey', 'text')
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('pinsBySubject')
        .on('pins')
        .columns(['subject', 'createdAt'])
        .execute();
    },
  },
  '0007-evidence': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('evidence')
        // No reference: the chain stays whole when a submission is deleted one day.
        .addColumn('submissionId', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('entry', 'text', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addUniqueConstraint('evidenceByPosition', ['accountId', 'position'])
        .execute();
      await db.schema
        .createTable('evidenceChains')
        .addColumn('accountId', 'text', (column) => column.primaryKey().references('accounts.id'))
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text')
        .execute();
      await db.schema
        .createTable('evidenceTexts')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0007-external-requests': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('returnHosts')
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('host', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('returnHostsKey', ['accountId', 'host'])
        .execute();
      await db.schema
        .alterTable('workflows')
        .addColumn('type', 'text', (column) => column.notNull().defaultTo('ASSISTENT'))
        .execute();
      await db.schema.alterTable('workflows').addColumn('returnUrl', 'text').execute();
      await db.schema
        .createTable('externalRequests')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('workflowKey', 'text', (column) => column.notNull().unique())
        .addColumn('idempotencyKey', 'text')
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('externalRequestsOncePerKey', ['accountId', 'idempotencyKey'])
        .execute();
      await db.schema
        .createIndex('externalRequestsByAccount')
        .on('externalRequests')
        .columns(['accountId', 'createdAt', 'key'])
        .execute();
    },
  },
  '0010-users-and-sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('users')
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
      await db.schema
        .createTable('memberships')
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('isDisabled', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('acceptedAt', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('membershipsKey', ['userId', 'accountId'])
        .execute();
      await db.schema
        .createIndex('membershipsByAccount')
        .on('memberships')
        .columns(['accountId', 'createdAt', 'userId'])
        .execute();
      await db.schema
        .createTable('invitations')
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
      await db.schema
        .createIndex('invitationsOfUser')
        .on('invitations')
        .columns(['userId', 'accountId'])
        .execute();
      await db.schema
        .createTable('sessions')
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
      await db.schema
        .createIndex('sessionsOfUser')
        .on('sessions')
        .columns(['userId', 'endedAt'])
        .execute();
    },
  },
  '0013-outbox-in-use': {
    async up(db: Kysely<unknown>) {
      // Nothing has ever been put into it.
      await db.schema
        .alterTable('outbox')
        .addColumn('accountId', 'text', (column) => column.references('accounts.id'))
        .execute();
      await db.schema
        .alterTable('outbox')
        .addColumn('language', 'text', (column) => column.notNull().defaultTo('de'))
        .execute();
      await db.schema.alterTable('outbox').addColumn('html', 'text').execute();
      await db.schema
        .alterTable('outbox')
        .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
        .execute();
      await db.schema
        .alterTable('outbox')
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable('outbox')
        .addColumn('nextAttemptAt', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema.alterTable('outbox').addColumn('goodUntil', 'text').execute();
      await db.schema.alterTable('outbox').addColumn('sentAt', 'text').execute();
      await db.schema
        .createIndex('outboxDue')
        .on('outbox')
        .columns(['state', 'nextAttemptAt'])
        .execute();
    },
  },
  '0014-credentials': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('credentialRequests')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('askedFor', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('hourlyCounts')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('since', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('passwordLinks')
        .addColumn('keyHash', 'text', (column) => column.primaryKey())
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .addColumn('usedAt', 'text')
        .execute();
      await db.schema
        .createIndex('passwordLinksOfUser')
        .on('passwordLinks')
        .column('userId')
        .execute();
    },
  },
  '0020-suspicions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('submissions')
        .addColumn('suspicions', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
    },
  },
  '0021-validator-sources': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('formRevisions')
        .addColumn('validatorSource', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  '0022-login-tries': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('loginTries')
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
      await db.schema
        .createIndex('outboxOncePerKey')
        .on('outbox')
        .column('onceKey')
        .unique()
        .execute();
    },
  },
  '0025-clients-by-providers': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('memberships').addColumn('idempotencyKey', 'text').execute();
      await db.schema
        .alterTable('memberships')
        .addColumn('bodyHash', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema
        .createIndex('membershipsOncePerKey')
        .on('memberships')
        .columns(['accountId', 'idempotencyKey'])
        .unique()
        .execute();
      await db.schema.alterTable('pins').addColumn('browserHash', 'text').execute();
    },
  },
  '0030-second-factor': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('totpSecrets')
        .addColumn('userId', 'text', (column) => column.primaryKey().references('users.id'))
        .addColumn('sealedSecret', 'text', (column) => column.notNull())
        .addColumn('lastStep', 'integer', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('recoveryCodes')
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('recoveryCodesKey', ['userId', 'hash'])
        .execute();
      await db.schema
        .createTable('usedTokens')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0031-passkeys': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('passkeys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('publicKey', 'text', (column) => column.notNull())
        .addColumn('counter', 'bigint', (column) => column.notNull())
        .addColumn('transports', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('lastUsedAt', 'text')
        .execute();
      await db.schema.createIndex('passkeysOfUser').on('passkeys').column('userId').execute();
    },
  },
  '0033-repeats': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('answers')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('validUntil', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('answersByTime').on('answers').column('validUntil').execute();
      await db.schema
        .alterTable('invitations')
        .addColumn('bodyHash', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  '0034-counts': {
    async up(db: Kysely<unknown>) {
      // Counts of an hour are worth no taking along.
      await db.schema.dropTable('hourlyCounts').execute();
      await db.schema
        .createTable('counts')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addColumn('endsAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('countsByTime').on('counts').column('endsAt').execute();
    },
  },
  '0035-sealed-outbox': {
    async up(db: Kysely<unknown>) {
      // What waits in it stands there in plain, and there is none but the demo's: it goes.
      await sql`delete from outbox`.execute(db);
      await db.schema.alterTable('outbox').dropColumn('body').execute();
      await db.schema.alterTable('outbox').dropColumn('html').execute();
      await db.schema
        .alterTable('outbox')
        .addColumn('sealed', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  '0036-validators-of-builds': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('revisionValidators')
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('validatorSource', 'text', (column) => column.notNull())
        .addColumn('validatorCode', 'text', (column) => column.notNull())
        .addColumn('validatorModule', 'text', (column) => column.notNull())
        .addColumn('validatorHash', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('revisionValidatorsKey', ['formId', 'number', 'validatorSource'])
        .execute();
      await db.schema
        .createIndex('revisionValidatorsByHash')
        .on('revisionValidators')
        .column('validatorHash')
        .execute();
    },
  },
  '0037-account-pages': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('accounts')
        .addColumn('isDashboardDisabled', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('accounts').addColumn('publicPageElsewhere', 'text').execute();
    },
  },
  '0038-accepted-texts': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('memberships').addColumn('termsHash', 'text').execute();
      await db.schema.alterTable('memberships').addColumn('privacyHash', 'text').execute();
    },
  },
  '0039-uploads-in-parts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('uploads')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('elementId', 'text')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('received', 'integer', (column) => column.notNull())
        .addColumn('idempotencyKey', 'text')
        .addColumn('fileId', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('lastUsedAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('uploadsOncePerKey', ['owner', 'idempotencyKey'])
        .execute();
      await db.schema.createIndex('uploadsByUse').on('uploads').column('lastUsedAt').execute();
      await db.schema
        .createTable('uploadParts')
        .addColumn('uploadId', 'text', (column) => column.notNull().references('uploads.id'))
        .addColumn('start', 'integer', (column) => column.notNull())
        .addColumn('blobKey', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('uploadPartsInOrder', ['uploadId', 'start'])
        .execute();
      await db.schema
        .createIndex('uploadPartsByBlob')
        .on('uploadParts')
        .column('blobKey')
        .execute();
      await db.schema
        .createIndex('filesByOwner')
        .on('files')
        .columns(['owner', 'createdAt'])
        .execute();
    },
  },
  '0050-cases': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('cases')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('header', 'text', (column) => column.notNull())
        .addColumn('aktenzeichen', 'text', (column) => column.notNull())
        .addColumn('aktenkurzbezeichnung', 'text', (column) => column.notNull())
        .addColumn('categories', 'text', (column) => column.notNull())
        .addColumn('permissionToReply', 'integer', (column) => column.notNull())
        .addColumn('serviceAkte', 'integer', (column) => column.notNull())
        .addColumn('isEsyAkte', 'integer', (column) => column.notNull())
        .addColumn('creatorFirstName', 'text', (column) => column.notNull())
        .addColumn('creatorLastName', 'text', (column) => column.notNull())
        .addColumn('assignees', 'text', (column) => column.notNull())
        .addColumn('searchKey', 'text', (column) => column.notNull())
        .addColumn('lastMessage', 'text', (column) => column.notNull())
        .addColumn('lastMessageDate', 'text')
        .addColumn('withdrawnAt', 'text')
        .addColumn('idempotencyKey', 'text')
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('casesOncePerKey', ['accountId', 'idempotencyKey'])
        .execute();
      await db.schema
        .createIndex('casesByAccount')
        .on('cases')
        .columns(['accountId', 'createdAt', 'id'])
        .execute();
      await db.schema
        .createTable('caseClients')
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('activeAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('caseClientsKey', ['caseId', 'userId'])
        .execute();
      await db.schema
        .createIndex('casesOfClient')
        .on('caseClients')
        .columns(['userId', 'activeAt', 'caseId'])
        .execute();
      await db.schema
        .createTable('timelines')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('messageCount', 'integer', (column) => column.notNull())
        .addColumn('fileCount', 'integer', (column) => column.notNull())
        .addColumn('lastMessageDate', 'text')
        .execute();
      await db.schema.createIndex('timelinesOfCase').on('timelines').column('caseId').execute();
      await db.schema
        .createTable('folders')
        .addColumn('id', 'text', (column) => column.primaryKey().references('timelines.id'))
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('parentId', 'text', (column) => column.references('folders.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('withdrawnAt', 'text')
        .addColumn('idempotencyKey', 'text')
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('foldersOncePerKey', ['caseId', 'idempotencyKey'])
        .execute();
      await db.schema
        .createTable('messages')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('timelineId', 'text', (column) => column.notNull().references('timelines.id'))
        .addColumn('header', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('creatorName', 'text', (column) => column.notNull())
        .addColumn('authorId', 'text', (column) => column.notNull())
        .addColumn('labels', 'text', (column) => column.notNull())
        .addColumn('belegdatum', 'text')
        .addColumn('withdrawnAt', 'text')
        .addColumn('idempotencyKey', 'text')
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('messagesInOrder')
        .on('messages')
        .columns(['timelineId', 'createdAt', 'id'])
        .execute();
      await db.schema
        .createIndex('messagesOfCase')
        .on('messages')
        .columns(['caseId', 'createdAt', 'id'])
        .execute();
      await db.schema
        .createIndex('messagesOncePerKey')
        .on('messages')
        .columns(['caseId', 'authorId', 'idempotencyKey'])
        .unique()
        .execute();
      await db.schema
        .createTable('receipts')
        .addColumn('messageId', 'text', (column) => column.notNull().references('messages.id'))
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('timelineId', 'text', (column) => column.notNull().references('timelines.id'))
        .addColumn('readAt', 'text')
        .addPrimaryKeyConstraint('receiptsKey', ['messageId', 'userId'])
        .execute();
      // Counting what is unread costs as much as there is unread, however much was read before.
      await db.schema
        .createIndex('unreadOfClient')
        .on('receipts')
        .columns(['userId', 'caseId', 'timelineId'])
        .where('readAt' as never, 'is', null)
        .execute();
      await db.schema
        .createTable('favorites')
        .addColumn('messageId', 'text', (column) => column.notNull().references('messages.id'))
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('messageCreatedAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('favoritesKey', ['userId', 'messageId'])
        .execute();
      await db.schema
        .createIndex('favoritesInOrder')
        .on('favorites')
        .columns(['userId', 'caseId', 'messageCreatedAt', 'messageId'])
        .execute();
      await db.schema
        .createTable('attachments')
        .addColumn('messageId', 'text', (column) => column.notNull().references('messages.id'))
        .addColumn('fileId', 'text', (column) => column.notNull().references('files.id'))
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('timelineId', 'text', (column) => column.notNull().references('timelines.id'))
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('attachmentsKey', ['messageId', 'fileId'])
        .execute();
      await db.schema.createIndex('attachmentsOfFile').on('attachments').column('fileId').execute();
      await db.schema
        .createIndex('attachmentsInOrder')
        .on('attachments')
        .columns(['timelineId', 'createdAt', 'messageId'])
        .execute();
      await db.schema
        .createTable('events')
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('id', 'integer', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('eventsKey', ['userId', 'id'])
        .execute();
      await db.schema.createIndex('eventsByTime').on('events').column('createdAt').execute();
      await db.schema
        .createTable('eventHeads')
        .addColumn('userId', 'text', (column) => column.primaryKey().references('users.id'))
        .addColumn('lastId', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  '0051-auto-replies': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('accounts')
        .addColumn('autoReply', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema
        .alterTable('accounts')
        .addColumn('isAutoReplyOn', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '0060-message-search': {
    async up(db: Kysely<unknown>) {
      if (isSqlite(db)) {
        await db.schema
          .createTable('searchEntries')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('messageId', 'text', (column) =>
            column.notNull().unique().references('messages.id'),
          )
          .execute();
        // Without the words themselves, which stand in the messages, and without their places, which nobody asks for.
        await sql`create virtual table "searchWords" using fts5("words", content = '', detail = 'none', tokenize = 'ascii')`.execute(
          db,
        );
      } else {
        await db.schema
          .createTable('searchEntries')
          .addColumn('messageId', 'text', (column) => column.primaryKey().references('messages.id'))
          .addColumn('words', sql`tsvector`, (column) => column.notNull())
          .execute();
        await db.schema
          .createIndex('searchEntriesByWord')
          .on('searchEntries')
          .using('gin')
          .column('words')
          .execute();
      }
      await db.schema
        .createTable('searchWaiting')
        .addColumn('messageId', 'text', (column) => column.primaryKey().references('messages.id'))
        .execute();
      await sql`insert into ${sql.table('searchWaiting')} select ${sql.ref('id')} from ${sql.table('messages')}`.execute(
        db,
      );
    },
  },
  '0063-case-files': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('attachmentsOfCase')
        .on('attachments')
        .columns(['caseId', 'createdAt', 'messageId', 'position'])
        .execute();
      await db.schema
        .alterTable('files')
        .addColumn('nameKey', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      const named = db as Kysely<{ files: { id: string; name: string; nameKey: string } }>;
      const some = (after: string) =>
        named
          .selectFrom('files')
          .select(['id', 'name'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(500)
          .execute();
      for (
        let files = await some('');
        files.length > 0;
        files = await some(files.at(-1)?.id ?? '')
      ) {
        for (const { id, name } of files)
          await named
            .updateTable('files')
            .set({ nameKey: name.toLowerCase() })
            .where('id', '=', id)
            .execute();
      }
    },
  },
  '0064-previews': {
    async up(db: Kysely<unknown>) {
      // Without a reference: what is drawn of a file may be ready only after that has gone.
      await db.schema
        .createTable('previews')
        .addColumn('fileId', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('blobKey', 'text')
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('retryAt', 'text')
        .addPrimaryKeyConstraint('previewsKey', ['fileId', 'kind'])
        .execute();
      await db.schema.createIndex('previewsByBlob').on('previews').column('blobKey').execute();
    },
  },
  '0066-tasks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('tasks')
        .addColumn('workflowKey', 'text', (column) =>
          column.primaryKey().references('workflows.key'),
        )
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('assigneeId', 'text', (column) => column.references('users.id'))
        .addColumn('validUntil', 'text')
        .addColumn('reminderHours', 'integer')
        .addColumn('remindAt', 'text')
        .addColumn('openedAt', 'text')
        .addColumn('answeredAt', 'text')
        .addColumn('answeredBy', 'text', (column) => column.references('users.id'))
        .addColumn('closedAt', 'text')
        .addColumn('closedBy', 'text')
        .addColumn('idempotencyKey', 'text')
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addUniqueConstraint('tasksOncePerKey', ['accountId', 'idempotencyKey'])
        .execute();
      await db.schema
        .createIndex('tasksOfCase')
        .on('tasks')
        .columns(['caseId', 'createdAt'])
        .execute();
      await db.schema
        .createIndex('tasksOfAccount')
        .on('tasks')
        .columns(['accountId', 'createdAt', 'workflowKey'])
        .execute();
      // Looked through every second: it must cost as much as is due, however many tasks there are.
      await db.schema
        .createIndex('tasksByDeadline')
        .on('tasks')
        .column('validUntil')
        .where('closedAt' as never, 'is', null)
        .where('answeredAt' as never, 'is', null)
        .execute();
      await db.schema
        .createIndex('tasksByReminder')
        .on('tasks')
        .column('remindAt')
        .where('remindAt' as never, 'is not', null)
        .execute();
    },
  },
  '0067-task-reminders': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('taskReminderHours', 'integer').execute();
    },
  },
  '0073-unread-in-order': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('receipts')
        .addColumn('messageCreatedAt', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await sql`update "receipts" set "messageCreatedAt" = (select "createdAt" from "messages" where "messages"."id" = "receipts"."messageId")`.execute(
        db,
      );
      await db.schema.dropIndex('unreadOfClient').execute();
      // Counting what is unread costs as much as there is unread, and finding the oldest of it always the same.
      await db.schema
        .createIndex('unreadInOrder')
        .on('receipts')
        .columns(['userId', 'caseId', 'timelineId', 'messageCreatedAt', 'messageId'])
        .where('readAt' as never, 'is', null)
        .execute();
    },
  },
  '0080-case-histories': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('caseHistories')
        .addColumn('caseId', 'text', (column) => column.primaryKey().references('cases.id'))
        .addColumn('stateGroups', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0081-staff': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('staff')
        .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('userId', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('role', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('staffKey', ['accountId', 'userId'])
        .execute();
      await db.schema.createIndex('staffByUser').on('staff').column('userId').execute();
    },
  },
  '0084-footer-links': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('footerLinks', 'text').execute();
    },
  },
  '0088-account-profile': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('accounts')
        .addColumn('categories', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
      await db.schema.alterTable('accounts').addColumn('feedbackFormId', 'text').execute();
    },
  },
  '0089-legal-texts': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('imprint', 'text').execute();
      await db.schema.alterTable('accounts').addColumn('accessibility', 'text').execute();
    },
  },
  '0090-form-steps': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('formSteps')
        .addColumn('formId', 'text', (column) => column.notNull().references('forms.id'))
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('step', 'text', (column) => column.notNull())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('formStepsKey', ['formId', 'revision', 'day', 'step'])
        .execute();
      await db.schema.createIndex('formStepsByDay').on('formSteps').column('day').execute();
      await db.schema
        .createIndex('submissionsByForm')
        .on('submissions')
        .columns(['formId', 'submittedAt'])
        .execute();
    },
  },
  '0091-session-networks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('sessions')
        .addColumn('network', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  '0094-main-service': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('mainServiceFormId', 'text').execute();
    },
  },
};
