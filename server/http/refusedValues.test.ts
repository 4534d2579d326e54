import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createRecordedLog } from '#server/testing/clients.ts';
import { describeOnPostgres } from '#server/testing/testDatabase.ts';
import { json, startTestServer } from '#server/testing/testServer.ts';

describeOnPostgres('a value that the database refuses', (open) => {
  it.each([
    ['a number out of range', '3000000000', '22003'],
    ['a text that is no number', 'drei', '22P02'],
  ])(
    '%s is 400 and a line in the log, because the contract let it through',
    async (_, value, code) => {
      const log = createRecordedLog();
      const server = await startTestServer({
        open,
        appOptions: {
          logger: log.logger,
          extend: (app, { db }) =>
            void app.get('/api/refused', async () =>
              db
                .selectFrom('events')
                .selectAll()
                .where('id', '=', sql<number>`${value}`)
                .execute(),
            ),
        },
      });
      const answer = await server.app.inject({ url: '/api/refused' });
      expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'invalidInput']);
      expect(log.read()).toContain(code);
      await server.close();
    },
  );
});
