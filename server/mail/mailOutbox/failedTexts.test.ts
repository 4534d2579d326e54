import { expect, it } from 'vitest';
import { hourMs } from '#schemas/platform/time.ts';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import { DeliveryFailed, type DeliveryFate } from '#server/ports/delivery.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, startTestServer } from '#server/testing/testServer.ts';
import { deleteOldMessages, enqueueMail, sendMailOutbox } from './service.ts';

describeOnEachDatabase('a mail that failed', (open) => {
  it.each<DeliveryFate>(['refused', 'unclear'])(
    'The text of a mail that is %s stays sealed for 48 hours',
    async (fate) => {
      const mailer = { send: () => Promise.reject(new DeliveryFailed('test', fate)) };
      const server = await startTestServer({ open, mailer });
      const { accountId } = await addAccount(server);
      await enqueueMail(server.deps, server.deps.db, {
        accountId,
        language: 'de',
        to: { email: 'a@beispiel.example', name: 'A' },
        content: { subject: 'Hallo', paragraphs: ['Streng vertraulich'], closing: [] },
      });
      await sendMailOutbox(server.deps, silentLogger);
      const read = () =>
        server.deps.db.selectFrom('mailOutbox').selectAll().executeTakeFirstOrThrow();
      await deleteOldMessages(server.deps);
      const { state, sealed } = await read();
      expect(state).toBe(fate);
      expect(sealed).not.toBe('');
      expect(sealed).not.toContain('vertraulich');
      server.clock.forward(mailOutboxLimits.giveUpAfterHours * hourMs + 1);
      await deleteOldMessages(server.deps);
      expect(await read()).toMatchObject({ state: fate, sealed: '', subject: '' });
      await server.close();
    },
  );
});
