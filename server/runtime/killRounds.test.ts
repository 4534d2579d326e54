import { expect, it } from 'vitest';
import { endSessions } from '#server/testing/kills/postgresCluster.ts';
import { killServer, runKillRounds } from '#server/testing/kills/runKillRounds.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';

describeOnEachDatabase('kills under mixed writes', (open) => {
  it(
    'What was acknowledged before a kill is stored once, and so is each retry',
    { timeout: 240_000 },
    async () => {
      const database = await open();
      const isPostgres = database.databaseUrl !== undefined;
      const strikes = isPostgres ? [killServer, endSessions(database)] : [killServer];
      try {
        const outcome = await runKillRounds(database, { strikes, rounds: 2, seed: 7 });
        expect(outcome).toEqual({
          rounds: 2,
          acknowledged: expect.any(Number),
          inFlight: expect.any(Number),
          changed: 0,
          lost: 0,
          doubled: 0,
          damagedFiles: 0,
          wrongCounts: 0,
          brokenLinks: 0,
          damages: 0,
          wrongStatuses: [],
        });
        expect(outcome.acknowledged).toBeGreaterThan(20);
        expect(outcome.inFlight).toBeGreaterThan(0);
      } finally {
        await database.remove();
      }
    },
  );
});
