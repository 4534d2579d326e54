import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { limits } from '#schemas/limits.ts';
import type { MailSettings } from '#server/config.ts';
import { DeliveryFailed } from './delivery.ts';

export type Mail = {
  /** makes the Message-ID, so that every try of the same mail carries the same one */
  id: string;
  /** shown beside our own address */
  fromName: string;
  to: string;
  /** null: whoever answers writes to our own address */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** PNG that the HTML part shows as `cid:logo` */
  logo: Buffer | undefined;
  date: Date;
};

/**
 * Takes a mail to the relay. `beforeHandover` runs when the relay is ready to take the text: if it throws, nothing is
 * handed over. Throws DeliveryFailed.
 */
export type Mailer = { send(mail: Mail, beforeHandover: () => Promise<void>): Promise<void> };

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

function compose(
  from: string,
  { id, fromName, to, replyTo, subject, text, html, logo, date }: Mail,
): Promise<Buffer> {
  return new MailComposer({
    messageId: `<${id}@${hostOf(from)}>`,
    date,
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject,
    text,
    html,
    attachments: logo
      ? [{ filename: 'logo.png', cid: 'logo', content: logo, contentDisposition: 'inline' }]
      : [],
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** `smtps://` speaks TLS at once; `smtp://` changes to it when the relay can, and always before a password is told. */
function connectionTo(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    requireTLS: user !== '',
    ...(port ? { port: Number(port) } : {}),
    connectionTimeout: limits.outbox.connectMs,
    greetingTimeout: limits.outbox.connectMs,
    socketTimeout: limits.outbox.answerMs,
    dnsTimeout: limits.outbox.connectMs,
  });
  return {
    connection,
    credentials: user ? { user, pass: decodeURIComponent(password) } : undefined,
  };
}

/** What the relay has said, or where the talk broke off. Only its last word, or its silence, after the text was handed over leaves a doubt. */
function failureOf(error: SmtpError, wasHandedOver: boolean): DeliveryFailed {
  const code = error.responseCode ? String(error.responseCode) : (error.code ?? 'unknown');
  const isAboutThisMail = wasHandedOver || error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (error.responseCode && error.responseCode >= 500 && isAboutThisMail)
    return new DeliveryFailed(code, 'refused');
  return new DeliveryFailed(code, wasHandedOver && !error.responseCode ? 'unclear' : 'notTaken');
}

/** Mail by SMTP, one connection for each: they are few, and none waits for another. */
export function createSmtpMailer({ smtpUrl, from }: MailSettings): Mailer {
  return {
    async send(mail, beforeHandover) {
      const message = await compose(from, mail);
      const { connection, credentials } = connectionTo(smtpUrl);
      let wasHandedOver = false;
      // Read once the relay has answered DATA, and not before.
      const text = Readable.from(
        (async function* () {
          await beforeHandover();
          wasHandedOver = true;
          yield message;
        })(),
      );
      try {
        await new Promise<void>((resolve, reject) => {
          const settle = (error?: Error | null) => (error ? reject(error) : resolve());
          const transmit = () =>
            connection.send({ from, to: [mail.to], size: message.length }, text, settle);
          connection.once('error', reject);
          connection.once('end', () => reject(new Error('ended')));
          connection.connect((error) => {
            if (error) reject(error);
            else if (credentials)
              connection.login({ credentials }, (refused) =>
                refused ? reject(refused) : transmit(),
              );
            else transmit();
          });
        });
      } catch (error) {
        throw failureOf(error as SmtpError, wasHandedOver);
      } finally {
        connection.on('error', () => undefined); // it is settled; what a closing connection says is of no use
        connection.close();
      }
    },
  };
}
