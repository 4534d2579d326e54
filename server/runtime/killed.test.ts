import { afterEach, describe, expect, it } from 'vitest';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import type { Message, Timeline } from '#schemas/cases/messages.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { startSmtpRelay, type SmtpRelay } from '#server/testing/smtpRelay.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { openSqliteTest, type TestDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';

const count = 200;

describe('killed server', () => {
  let running: ServerProcess | undefined;
  let database: TestDatabase | undefined;
  let relay: SmtpRelay | undefined;
  afterEach(async () => {
    await running?.kill();
    await relay?.close();
    await database?.remove();
  });

  it(
    `A killed server keeps each of ${count} acknowledged messages, and retries create no duplicate`,
    { timeout: 60_000 },
    async () => {
      const opened = (database = await openSqliteTest());
      const server = await startTestServer({
        open: async () => ({ ...opened, remove: async () => undefined }),
      });
      server.clock.forward(Date.now() - server.clock.now().getTime()); // a token that is valid now
      const { accountId, userId, headers, provider } = await startPractice(server);
      const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
      await server.close();

      const root = () => `${running?.address}/api/v2.0/e.consult.${accountId}/akten`;
      /** The acknowledged id; undefined without a response. */
      const send = async (index: number): Promise<string | undefined> => {
        const answer = await fetch(`${root()}/${caseId}/messages`, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': `message-${index}`,
            'x-forwarded-for': `198.51.100.${index % 200}`,
          }, // many users, because of the rate limit per user
          body: JSON.stringify({ Header: `Nr. ${index}`, TextContent: 'Wie geht es weiter?' }),
        }).catch(() => undefined);
        return answer?.ok
          ? ((await answer.json().catch(() => undefined)) as Message | undefined)?.id
          : undefined;
      };
      const indexes = Array.from({ length: count }, (_, index) => index);
      /** Sends four at once; calls `then` for each acknowledged one. */
      const sendAll = async (then: (acknowledged: number) => void) => {
        const [ids, waiting] = [new Map<number, string>(), [...indexes]];
        await Promise.all(
          [1, 2, 3, 4].map(async () => {
            for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
              const id = await send(index);
              if (id === undefined) continue;
              ids.set(index, id);
              then(ids.size);
            }
          }),
        );
        return ids;
      };
      const listed = async () =>
        (
          (await (
            await fetch(`${root()}/timeline/${caseId}?Size=-1`, { headers })
          ).json()) as Timeline
        ).messages.timeline;

      const first = (running = await startServerProcess({ DATA_DIR: opened.folder }));
      await expect
        .poll(first.said)
        .toContain(
          'No virus scanner is configured: a built-in check knows the EICAR test file alone',
        );
      const acknowledged = await sendAll((size) => {
        if (size === count / 2) void first.kill();
      });
      expect(acknowledged.size).toBeGreaterThanOrEqual(count / 2);
      expect(acknowledged.size).toBeLessThan(count);

      await first.kill();
      running = await startServerProcess({ DATA_DIR: opened.folder });
      const kept = (await listed()).map(({ id }) => id);
      expect(new Set(kept).size).toBe(kept.length);
      expect([...acknowledged.values()].filter((id) => !kept.includes(id))).toEqual([]);

      const repeated = await sendAll(() => undefined);
      expect([...acknowledged].filter(([index, id]) => repeated.get(index) !== id)).toEqual([]);
      const timeline = await listed();
      expect(timeline.map(({ header }) => header).sort()).toEqual(
        indexes.map((index) => `Nr. ${index}`).sort(),
      );
      expect(timeline.map(({ id }) => id).sort()).toEqual([...repeated.values()].sort());
    },
  );

  it(
    'A killed server sends each mail once: started, handed over and waiting ones',
    { timeout: 60_000 },
    async () => {
      const opened = (database = await openSqliteTest());
      const server = await startTestServer({
        open: async () => ({ ...opened, remove: async () => undefined }),
      });
      server.clock.forward(Date.now() - server.clock.now().getTime());
      const subjects = Array.from(
        { length: 6 * mailOutboxLimits.sentAtOnce },
        (_, index) => `Nr. ${index}`,
      ).sort();
      for (const subject of subjects)
        await enqueueMail(server.deps, opened.db, {
          accountId: null,
          to: { email: 'miriam@beispiel.example', name: 'Miriam Castillo' },
          language: 'de',
          content: { subject, paragraphs: ['Text'] },
        });
      await server.close();

      const arrived: string[] = [];
      const arrive = (raw: string) =>
        void arrived.push(/^Subject: (.+)$/m.exec(raw)?.[1]?.trim() ?? '');
      const never = new Promise<void>(() => undefined);
      let [begun, held] = [0, 0];
      const first = (relay = await startSmtpRelay({
        onMail(raw) {
          // at the third mail: the relay has its text and does not reply
          arrive(raw);
          return arrived.length > 2 * mailOutboxLimits.sentAtOnce ? never : undefined;
        },
        options: {
          onRcptTo(_address, _session, done) {
            // and does not reply to the recipients of two mails
            begun += 1;
            if (
              begun === 2 * mailOutboxLimits.sentAtOnce + 1 ||
              begun === 2 * mailOutboxLimits.sentAtOnce + 2
            )
              held += 1;
            else done();
          },
        },
      }));
      running = await startServerProcess({ DATA_DIR: opened.folder, SMTP_URL: first.smtpUrl });
      await expect
        .poll(() => [arrived.length, held], { timeout: 20_000 })
        .toEqual([3 * mailOutboxLimits.sentAtOnce - 2, 2]);
      await running.kill();
      await first.close();

      // Moves the claim's end, instead of waiting five minutes for it.
      await opened.db
        .updateTable('mailOutbox')
        .set({ nextAttemptAt: new Date().toISOString() })
        .where('state', 'in', ['waiting', 'handedOver'])
        .execute();
      const second = (relay = await startSmtpRelay({ onMail: arrive }));
      running = await startServerProcess({ DATA_DIR: opened.folder, SMTP_URL: second.smtpUrl });
      await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(subjects.length);
      await expect
        .poll(
          async () =>
            (await opened.db.selectFrom('mailOutbox').select('state').execute())
              .filter(({ state }) => state !== 'sent')
              .map(({ state }) => state),
          { timeout: 20_000 },
        )
        .toEqual(Array(mailOutboxLimits.sentAtOnce - 2).fill('unclear'));
      expect(arrived.sort()).toEqual(subjects);
    },
  );
});
