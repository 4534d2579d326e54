import { sql, type Kysely, type Migration } from 'kysely';

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
};
