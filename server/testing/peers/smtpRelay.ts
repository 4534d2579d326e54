import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type SmtpRelay = {
  smtpUrl: string;
  /** raw mails in the order of receipt */
  received: { to: string[]; raw: string }[];
  /** closes every connection without a reply */
  breakOff: () => void;
  close: () => Promise<void>;
};

/** Decodes the plain text of a raw mail, with its headers. */
export const decodeMailText = (raw: string): string =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )
    .split('<html')[0] ?? '';

/** Starts a mail relay that stores what it receives. `onMail` may throw or never resolve. */
export async function startSmtpRelay({
  onMail = () => undefined,
  options = {},
}: { onMail?: (raw: string) => unknown; options?: SMTPServerOptions } = {}): Promise<SmtpRelay> {
  const received: SmtpRelay['received'] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onData(stream, session, done) {
      void text(stream)
        .then(async (raw) => {
          await onMail(raw);
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          done();
        })
        .catch(done);
    },
  });
  const sockets = new Set<Socket>();
  relay.server.on('connection', (socket: Socket) => sockets.add(socket));
  relay.on('error', () => undefined); // a client that disconnects
  relay.listen(0, '127.0.0.1');
  await once(relay.server, 'listening');
  const { port } = relay.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    received,
    breakOff: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        relay.close(resolve);
      }),
  };
}
