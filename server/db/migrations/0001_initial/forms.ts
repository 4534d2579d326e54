import { sql, type Kysely } from 'kysely';
import { primaryKey, reference, required, withDefault } from '../columns.ts';

async function createForms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('forms')
    .addColumn('id', 'text', primaryKey)
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('processGuid', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', withDefault(''))
    .addColumn('definition', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('idempotencyKey', 'text')
    .addColumn('bodyHash', 'text', withDefault(''))
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addUniqueConstraint('formsOncePerKey', ['accountId', 'idempotencyKey'])
    .execute();
}

async function createFormRevisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('formRevisions')
    .addColumn('formId', 'text', reference('forms.id'))
    .addColumn('number', 'integer', required)
    .addColumn('title', 'text', withDefault(''))
    .addColumn('description', 'text', withDefault(''))
    .addColumn('definition', 'text', required)
    .addColumn('validatorCode', 'text', required)
    .addColumn('validatorModule', 'text', required)
    .addColumn('validatorHash', 'text', required)
    .addColumn('validatorSource', 'text', withDefault(''))
    .addColumn('publishedAt', 'text', required)
    .addPrimaryKeyConstraint('formRevisionsKey', ['formId', 'number'])
    .execute();
  await db.schema
    .createIndex('formRevisionsByHash')
    .on('formRevisions')
    .column('validatorHash')
    .execute();
}

async function createRevisionValidators(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revisionValidators')
    .addColumn('formId', 'text', reference('forms.id'))
    .addColumn('number', 'integer', required)
    .addColumn('validatorCode', 'text', required)
    .addColumn('validatorModule', 'text', required)
    .addColumn('validatorHash', 'text', required)
    .addColumn('validatorSource', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addPrimaryKeyConstraint('revisionValidatorsKey', ['formId', 'number', 'validatorSource'])
    .execute();
  await db.schema
    .createIndex('revisionValidatorsByHash')
    .on('revisionValidators')
    .column('validatorHash')
    .execute();
}

async function createWorkflows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workflows')
    .addColumn('key', 'text', primaryKey)
    .addColumn('formId', 'text', reference('forms.id'))
    .addColumn('revision', 'integer', required)
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('type', 'text', withDefault('ASSISTENT'))
    .addColumn('returnUrl', 'text')
    .addColumn('startedAt', 'text', required)
    .addColumn('lastUsedAt', 'text', withDefault(''))
    .addColumn('idempotencyKey', 'text')
    .addColumn('submittedAt', 'text')
    .execute();
  await db.schema
    .createIndex('workflowsNotSent')
    .on('workflows')
    .column('lastUsedAt')
    .where(sql.ref('submittedAt'), 'is', null)
    .execute();
  await db.schema
    .createIndex('workflowsOncePerKey')
    .on('workflows')
    .columns(['formId', 'idempotencyKey'])
    .unique()
    .execute();
}

async function createSubmissions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('submissions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('workflowKey', 'text', (column) =>
      column.notNull().unique().references('workflows.key'),
    )
    .addColumn('formId', 'text', reference('forms.id'))
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('revision', 'integer', required)
    .addColumn('language', 'text', required)
    .addColumn('agbAccepted', 'integer', required)
    .addColumn('datenschutzAccepted', 'integer', required)
    .addColumn('answers', 'text', required)
    .addColumn('idempotencyKey', 'text')
    .addColumn('submittedAt', 'text', required)
    .addColumn('suspicions', 'text', withDefault('[]'))
    .execute();
  await db.schema
    .createIndex('submissionsByAccount')
    .on('submissions')
    .columns(['accountId', 'submittedAt', 'id'])
    .execute();
  await db.schema
    .createIndex('submissionsByForm')
    .on('submissions')
    .columns(['formId', 'submittedAt'])
    .execute();
}

async function createFormSteps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('formSteps')
    .addColumn('formId', 'text', reference('forms.id'))
    .addColumn('revision', 'integer', required)
    .addColumn('day', 'text', required)
    .addColumn('step', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('formStepsKey', ['formId', 'revision', 'day', 'step'])
    .execute();
  await db.schema.createIndex('formStepsByDay').on('formSteps').column('day').execute();
}

async function createExternalRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('externalRequests')
    .addColumn('key', 'text', primaryKey)
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('workflowKey', 'text', (column) => column.notNull().unique())
    .addColumn('idempotencyKey', 'text')
    .addColumn('bodyHash', 'text', required)
    .addColumn('validUntil', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('externalRequestsOncePerKey', ['accountId', 'idempotencyKey'])
    .execute();
  await db.schema
    .createIndex('externalRequestsByAccount')
    .on('externalRequests')
    .columns(['accountId', 'createdAt', 'key'])
    .execute();
}

async function createPins(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pins')
    .addColumn('id', 'text', primaryKey)
    .addColumn('subject', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('triesLeft', 'integer', required)
    .addColumn('isSingleUse', 'integer', required)
    .addColumn('workflowKey', 'text')
    .addColumn('browserHash', 'text')
    .addColumn('validUntil', 'text', required)
    .addColumn('createdAt', 'text', required)
    .execute();
  await db.schema
    .createIndex('pinsBySubject')
    .on('pins')
    .columns(['subject', 'createdAt'])
    .execute();
}

async function createExperts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('experts')
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addPrimaryKeyConstraint('expertsKey', ['accountId', 'id'])
    .execute();
}

async function createExpertAreas(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('expertAreas')
    .addColumn('accountId', 'text', required)
    .addColumn('expertId', 'text', required)
    .addColumn('prefix', 'text', required)
    .addPrimaryKeyConstraint('expertAreasKey', ['accountId', 'prefix', 'expertId'])
    .addForeignKeyConstraint(
      'expertAreasExpert',
      ['accountId', 'expertId'],
      'experts',
      ['accountId', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
}

async function createEvidence(db: Kysely<unknown>): Promise<void> {
  // Without a foreign key: the chain stays complete when a submission is deleted.
  await db.schema
    .createTable('evidence')
    .addColumn('submissionId', 'text', primaryKey)
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('position', 'integer', required)
    .addColumn('hash', 'text', required)
    .addColumn('entry', 'text', required)
    .addColumn('record', 'text', required)
    .addUniqueConstraint('evidenceByPosition', ['accountId', 'position'])
    .execute();
}

async function createEvidenceChains(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('evidenceChains')
    .addColumn('accountId', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('position', 'integer', required)
    .addColumn('hash', 'text')
    .execute();
}

async function createEvidenceTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('evidenceTexts')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('text', 'text', required)
    .execute();
}

export async function createFormsTables(db: Kysely<unknown>): Promise<void> {
  await createForms(db);
  await createFormRevisions(db);
  await createRevisionValidators(db);
  await createWorkflows(db);
  await createSubmissions(db);
  await createFormSteps(db);
  await createExternalRequests(db);
  await createPins(db);
  await createExperts(db);
  await createExpertAreas(db);
  await createEvidence(db);
  await createEvidenceChains(db);
  await createEvidenceTexts(db);
}
