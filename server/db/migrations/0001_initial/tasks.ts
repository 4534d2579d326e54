import { sql, type Kysely } from 'kysely';
import { reference, required } from '../columns.ts';

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks')
    .addColumn('workflowKey', 'text', (column) => column.primaryKey().references('workflows.key'))
    .addColumn('accountId', 'text', reference('accounts.id'))
    .addColumn('caseId', 'text', reference('cases.id'))
    .addColumn('name', 'text', required)
    .addColumn('status', 'integer', required)
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
    .addColumn('bodyHash', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('tasksOncePerKey', ['accountId', 'idempotencyKey'])
    .execute();
  // Read every second, so it must cost as much as is due, not as many as there are tasks.
  await db.schema
    .createIndex('tasksByDeadline')
    .on('tasks')
    .column('validUntil')
    .where(sql.ref('closedAt'), 'is', null)
    .where(sql.ref('answeredAt'), 'is', null)
    .execute();
  await db.schema
    .createIndex('tasksByReminder')
    .on('tasks')
    .column('remindAt')
    .where(sql.ref('remindAt'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('tasksOfAccount')
    .on('tasks')
    .columns(['accountId', 'createdAt', 'workflowKey'])
    .execute();
  await db.schema.createIndex('tasksOfCase').on('tasks').columns(['caseId', 'createdAt']).execute();
}

export async function createTasksTables(db: Kysely<unknown>): Promise<void> {
  await createTasks(db);
}
