import { afterEach, expect, it } from 'vitest';
import { startSmtpRelay, type SmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { createSmtpMailer } from './mailer.ts';

let relay: SmtpRelay;
afterEach(() => relay.close());

const mail = {
  id: 'one',
  fromName: 'Kanzlei Bücher',
  replyTo: null,
  stopUrl: null,
  subject: 'Ihre PIN',
  text: 'Text',
  html: '<p>Text</p>',
  logo: undefined,
  date: new Date('2026-11-20T09:00:00Z'),
};

it.each([
  ['info@bücher.example', 'info@xn--bcher-kva.example'],
  ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
  ['Info@Straße.example', 'Info@xn--strae-oqa.example'],
  ['nora@beispiel.example', 'nora@beispiel.example'],
])('A relay that takes ASCII only gets the mail to %s', async (to, recipient) => {
  const lines: string[] = [];
  const log = (...args: unknown[]) => lines.push(String(args.at(-1)));
  const logger = {
    level: log,
    trace: log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    fatal: log,
  };
  relay = await startSmtpRelay({ options: { hideSMTPUTF8: true, logger } });
  const { smtpUrl, received } = relay;
  const mailer = createSmtpMailer({ smtpUrl, from: 'portal@bücher.example' });
  await mailer.send({ ...mail, to }, async () => undefined);
  const envelope = lines
    .filter((line) => /^(MAIL|RCPT)/.test(line))
    .map((line) => line.split(/[<>]/)[1]);
  expect(envelope).toEqual(['portal@xn--bcher-kva.example', recipient]);
  expect(received[0]?.raw).toContain('Message-ID: <one@xn--bcher-kva.example>');
});
