import { sql, type Kysely } from 'kysely';
import { primaryKey, reference, required, withDefault } from '../columns.ts';

async function createFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner', 'text', required)
    .addColumn('elementId', 'text')
    .addColumn('name', 'text', required)
    .addColumn('nameKey', 'text', withDefault(''))
    .addColumn('extension', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('sha256', 'text', required)
    .addColumn('blobKey', 'text', required)
    .addColumn('idempotencyKey', 'text')
    .addColumn('submissionId', 'text', (column) => column.references('submissions.id'))
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('filesOncePerKey', ['owner', 'idempotencyKey'])
    .execute();
  await db.schema.createIndex('filesByBlob').on('files').column('blobKey').execute();
  await db.schema.createIndex('filesByOwner').on('files').columns(['owner', 'createdAt']).execute();
  await db.schema.createIndex('filesBySubmission').on('files').column('submissionId').execute();
  await db.schema
    .createIndex('filesNotSent')
    .on('files')
    .column('createdAt')
    .where(sql.ref('submissionId'), 'is', null)
    .execute();
}

async function createPreviews(db: Kysely<unknown>): Promise<void> {
  // Without a foreign key: a preview may be finished after its file was deleted.
  await db.schema
    .createTable('previews')
    .addColumn('fileId', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('blobKey', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('retryAt', 'text')
    .addPrimaryKeyConstraint('previewsKey', ['fileId', 'kind'])
    .execute();
  await db.schema.createIndex('previewsByBlob').on('previews').column('blobKey').execute();
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner', 'text', required)
    .addColumn('elementId', 'text')
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('received', 'integer', required)
    .addColumn('idempotencyKey', 'text')
    .addColumn('fileId', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text', required)
    .addUniqueConstraint('uploadsOncePerKey', ['owner', 'idempotencyKey'])
    .execute();
  await db.schema.createIndex('uploadsByUse').on('uploads').column('lastUsedAt').execute();
}

async function createUploadParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploadParts')
    .addColumn('uploadId', 'text', reference('uploads.id'))
    .addColumn('start', 'integer', required)
    .addColumn('blobKey', 'text', required)
    .addPrimaryKeyConstraint('uploadPartsInOrder', ['uploadId', 'start'])
    .execute();
  await db.schema.createIndex('uploadPartsByBlob').on('uploadParts').column('blobKey').execute();
}

export async function createFilesTables(db: Kysely<unknown>): Promise<void> {
  await createFiles(db);
  await createPreviews(db);
  await createUploads(db);
  await createUploadParts(db);
}
