import { afterEach, describe, expect, it } from 'vitest';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { startSmtpRelay, type SmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { openSqliteTest, type TestDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

describe('killed server', () => {
  let running: ServerProcess | undefined;
  let database: TestDatabase | undefined;
  let relay: SmtpRelay | undefined;
  afterEach(async () => {
    await running?.kill();
    await relay?.close();
    await database?.remove();
  });

  it('A killed server sends each mail once: started, handed over and waiting ones', async () => {
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
      .poll(() => [arrived.length, held], { timeout: scaleTimeout(20_000) })
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
    await expect
      .poll(() => arrived.length, { timeout: scaleTimeout(20_000) })
      .toBe(subjects.length);
    await expect
      .poll(
        async () =>
          (await opened.db.selectFrom('mailOutbox').select('state').execute())
            .filter(({ state }) => state !== 'sent')
            .map(({ state }) => state),
        { timeout: scaleTimeout(20_000) },
      )
      .toEqual(Array(mailOutboxLimits.sentAtOnce - 2).fill('unclear'));
    expect(arrived.sort()).toEqual(subjects);
  });
});
