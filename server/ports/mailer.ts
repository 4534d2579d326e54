import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { deliveryLimits } from '#server/ports/limits.ts';
import type { MailSettings } from '#server/config.ts';
import { DeliveryFailed } from './delivery.ts';

export type Mail = {
  /** for the Message-ID, the same for every attempt */
  id: string;
  /** shown as the sender's name */
  fromName: string;
  to: string;
  /** null: replies go to the sender address */
  replyTo: string | null;
  /** where mail programs unsubscribe by one POST (RFC 8058); null: nothing to unsubscribe */
  stopUrl: string | null;
  subject: string;
  text: string;
  html: string;
  /** PNG that the HTML part references as `cid:logo` */
  logo: Buffer | undefined;
  date: Date;
};

/**
 * Sends a mail to the relay. `beforeHandover` runs when the relay is ready for the text: if it
 * throws, nothing is handed over. Throws DeliveryFailed.
 */
export type Mailer = { send(mail: Mail, beforeHandover: () => Promise<void>): Promise<void> };

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

const getHost = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Writes the domain in ASCII (bücher.example), because few relays take other letters. */
function toAsciiDomain(address: string): string {
  const host = getHost(address);
  return address.slice(0, address.length - host.length) + (domainToASCII(host) || host);
}

function compose(
  from: string,
  { id, fromName, to, replyTo, stopUrl, subject, text, html, logo, date }: Mail,
): Promise<Buffer> {
  return new MailComposer({
    messageId: `<${id}@${getHost(toAsciiDomain(from))}>`,
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
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(stopUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/**
 * `smtps://` uses TLS from the start; `smtp://` uses STARTTLS if offered, and always before a
 * password is sent.
 */
function parseConnection(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    requireTLS: user !== '',
    ...(port ? { port: Number(port) } : {}),
    connectionTimeout: deliveryLimits.connectMs,
    greetingTimeout: deliveryLimits.connectMs,
    socketTimeout: deliveryLimits.answerMs,
    dnsTimeout: deliveryLimits.connectMs,
  });
  return {
    connection,
    credentials: user ? { user, pass: decodeURIComponent(password) } : undefined,
  };
}

/**
 * Converts the relay's reply or the broken connection to an outcome. Only an error after the text
 * was handed over is `unclear`.
 */
function getFailure(error: SmtpError, wasHandedOver: boolean): DeliveryFailed {
  const code = error.responseCode ? String(error.responseCode) : (error.code ?? 'unknown');
  const isAboutThisMail = wasHandedOver || error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (error.responseCode && error.responseCode >= 500 && isAboutThisMail)
    return new DeliveryFailed(code, 'refused');
  return new DeliveryFailed(code, wasHandedOver && !error.responseCode ? 'unclear' : 'notTaken');
}

/** Connects to the relay and logs in, without sending anything. Throws its error. */
export async function checkRelay({ smtpUrl }: MailSettings): Promise<void> {
  const { connection, credentials } = parseConnection(smtpUrl);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => {
        if (error) reject(error);
        else if (credentials)
          connection.login({ credentials }, (refused) => (refused ? reject(refused) : resolve()));
        else resolve();
      });
    });
  } finally {
    connection.on('error', () => undefined); // of the closing connection
    connection.close();
  }
}

/** Creates an SMTP client with one connection per mail, because mails are few. */
export function createSmtpMailer({ smtpUrl, from }: MailSettings, stopping?: AbortSignal): Mailer {
  return {
    async send(mail, beforeHandover) {
      const message = await compose(from, mail);
      const envelope = { from: toAsciiDomain(from), to: [toAsciiDomain(mail.to)] };
      const { connection, credentials } = parseConnection(smtpUrl);
      let wasHandedOver = false;
      let abort: (() => void) | undefined;
      // Called once the relay has replied to DATA.
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
            connection.send({ ...envelope, size: message.length }, text, settle);
          abort = () => reject(Object.assign(new Error('stopping'), { code: 'ABORTED' }));
          if (stopping?.aborted) abort();
          stopping?.addEventListener('abort', abort, { once: true });
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
        throw getFailure(error as SmtpError, wasHandedOver);
      } finally {
        if (abort) stopping?.removeEventListener('abort', abort);
        // the outcome is known, so errors of the closing connection are ignored
        connection.on('error', () => undefined);
        connection.close();
      }
    },
  };
}
