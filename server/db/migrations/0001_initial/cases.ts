import { sql, type Kysely } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { primaryKey, reference, required, withDefault } from '../columns.ts';

async function createCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cases')
    .addColumn('id', 'text', primaryKey)
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('header', 'text', required)
    .addColumn('aktenzeichen', 'text', required)
    .addColumn('aktenkurzbezeichnung', 'text', required)
    .addColumn('categories', 'text', required)
    .addColumn('permissionToReply', 'integer', required)
    .addColumn('serviceAkte', 'integer', required)
    .addColumn('isEsyAkte', 'integer', required)
    .addColumn('creatorFirstName', 'text', required)
    .addColumn('creatorLastName', 'text', required)
    .addColumn('assignees', 'text', required)
    .addColumn('searchKey', 'text', required)
    .addColumn('lastMessage', 'text', required)
    .addColumn('lastMessageDate', 'text')
    .addColumn('withdrawnAt', 'text')
    .addColumn('idempotencyKey', 'text')
    .addColumn('bodyHash', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('casesOncePerKey', ['accountId', 'idempotencyKey'])
    .execute();
  await db.schema
    .createIndex('casesByAccount')
    .on('cases')
    .columns(['accountId', 'createdAt', 'id'])
    .execute();
}

async function createCaseClients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('caseClients')
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('activeAt', 'text', required)
    .addPrimaryKeyConstraint('caseClientsKey', ['caseId', 'userId'])
    .execute();
  await db.schema
    .createIndex('casesOfClient')
    .on('caseClients')
    .columns(['userId', 'activeAt', 'caseId'])
    .execute();
}

async function createCaseHistories(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('caseHistories')
    .addColumn('caseId', 'text', (column) => column.primaryKey().references('cases.id'))
    .addColumn('stateGroups', 'text', required)
    .execute();
}

async function createTimelines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('timelines')
    .addColumn('id', 'text', primaryKey)
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('messageCount', 'integer', required)
    .addColumn('fileCount', 'integer', required)
    .addColumn('lastMessageDate', 'text')
    .execute();
  await db.schema.createIndex('timelinesOfCase').on('timelines').column('caseId').execute();
}

async function createFolders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('folders')
    .addColumn('id', 'text', (column) => column.primaryKey().references('timelines.id'))
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('parentId', 'text', (column) => column.references('folders.id'))
    .addColumn('name', 'text', required)
    .addColumn('withdrawnAt', 'text')
    .addColumn('idempotencyKey', 'text')
    .addColumn('bodyHash', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('foldersOncePerKey', ['caseId', 'idempotencyKey'])
    .execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('timelineId', 'text', reference('timelines.id'))
    .addColumn('header', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('creatorName', 'text', required)
    .addColumn('authorId', 'text', required)
    .addColumn('labels', 'text', required)
    .addColumn('belegdatum', 'text')
    .addColumn('withdrawnAt', 'text')
    .addColumn('idempotencyKey', 'text')
    .addColumn('bodyHash', 'text', required)
    .addColumn('createdAt', 'text', required)
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
}

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipts')
    .addColumn('messageId', 'text', reference('messages.id'))
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('timelineId', 'text', reference('timelines.id'))
    .addColumn('messageCreatedAt', 'text', withDefault(''))
    .addColumn('readAt', 'text')
    .addPrimaryKeyConstraint('receiptsKey', ['messageId', 'userId'])
    .execute();
  // Counting unread messages costs as much as there are unread ones, and so does the oldest.
  await db.schema
    .createIndex('unreadInOrder')
    .on('receipts')
    .columns(['userId', 'caseId', 'timelineId', 'messageCreatedAt', 'messageId'])
    .where(sql.ref('readAt'), 'is', null)
    .execute();
}

async function createFavorites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('favorites')
    .addColumn('messageId', 'text', reference('messages.id'))
    .addColumn('userId', 'text', reference('users.id'))
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('messageCreatedAt', 'text', required)
    .addPrimaryKeyConstraint('favoritesKey', ['userId', 'messageId'])
    .execute();
  await db.schema
    .createIndex('favoritesInOrder')
    .on('favorites')
    .columns(['userId', 'caseId', 'messageCreatedAt', 'messageId'])
    .execute();
}

async function createAttachments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attachments')
    .addColumn('messageId', 'text', reference('messages.id'))
    .addColumn('fileId', 'text', reference('files.id'))
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('timelineId', 'text', reference('timelines.id'))
    .addColumn('position', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .addPrimaryKeyConstraint('attachmentsKey', ['messageId', 'fileId'])
    .execute();
  await db.schema
    .createIndex('attachmentsInOrder')
    .on('attachments')
    .columns(['timelineId', 'createdAt', 'messageId'])
    .execute();
  await db.schema
    .createIndex('attachmentsOfCase')
    .on('attachments')
    .columns(['caseId', 'createdAt', 'messageId', 'position'])
    .execute();
  await db.schema.createIndex('attachmentsOfFile').on('attachments').column('fileId').execute();
}

/** SQLite finds words with an FTS5 table, PostgreSQL with a GIN index. */
async function createSearchIndex(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) {
    await db.schema
      .createTable('searchEntries')
      .addColumn('id', 'integer', primaryKey)
      .addColumn('messageId', 'text', (column) =>
        column.notNull().unique().references('messages.id'),
      )
      .execute();
    // Stores neither the words nor their positions: the words are in the messages.
    await sql`
      create virtual table "searchWords"
      using fts5("words", content = '', detail = 'none', tokenize = 'ascii')
    `.execute(db);
    return;
  }
  await db.schema
    .createTable('searchEntries')
    .addColumn('messageId', 'text', (column) => column.primaryKey().references('messages.id'))
    .addColumn('words', sql`tsvector`, required)
    .execute();
  await db.schema
    .createIndex('searchEntriesByWord')
    .on('searchEntries')
    .using('gin')
    .column('words')
    .execute();
}

/** Messages that are not in the search index yet. */
async function createSearchWaiting(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('searchWaiting')
    .addColumn('messageId', 'text', (column) => column.primaryKey().references('messages.id'))
    .execute();
}

export async function createCasesTables(db: Kysely<unknown>): Promise<void> {
  await createCases(db);
  await createCaseClients(db);
  await createCaseHistories(db);
  await createTimelines(db);
  await createFolders(db);
  await createMessages(db);
  await createReceipts(db);
  await createFavorites(db);
  await createAttachments(db);
  await createSearchIndex(db);
  await createSearchWaiting(db);
}
