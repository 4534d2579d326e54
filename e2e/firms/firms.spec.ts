import { minuteMs } from '#schemas/platform/time.ts';
import { withDatabase } from '#server/testing/ownDatabase.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { serverTimeoutMs } from '../support/ownServer.ts';
import { test } from '../support/test.ts';
import { playFirms, withSurroundings } from './story.ts';

const size = { clients: 40, cases: 40, messages: 200, tasks: 20 };

test('Two firms are set up, invite staff, import records, mail a shared client and rotate a key', async ({
  page,
}) => {
  test.setTimeout(serverTimeoutMs + scaleTimeout(3 * minuteMs));
  const kind = process.env['TEST_DATABASE_URL'] === undefined ? 'sqlite' : 'postgres';
  await withDatabase(kind, ({ databaseUrl }) =>
    withSurroundings(page, databaseUrl, (surroundings) =>
      playFirms(surroundings, size, (name, work) => test.step(name, work)),
    ),
  );
});
