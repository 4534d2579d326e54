/* Reads the certificates of the servers that an installation talks to, and of its own address. */
import { on, once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { certificateLimits } from '#server/ports/limits.ts';

type StartTls = (socket: Socket, signal: AbortSignal) => Promise<boolean>;

export type TlsPeer = {
  host: string;
  port: number;
  /** asks for TLS within another protocol; false if it is not offered */
  startTls?: StartTls;
};

export type Certificate = {
  endsAt: Date;
  /** code of Node, such as CERT_HAS_EXPIRED; undefined for a trusted certificate */
  trustError: string | undefined;
};

/**
 * Reads the certificate of a server, also one that is not trusted; undefined without TLS. Throws if
 * the server cannot be reached. `ca` replaces the authorities that Node trusts.
 */
export async function readCertificate(
  { host, port, startTls }: TlsPeer,
  ca?: string,
): Promise<Certificate | undefined> {
  const signal = AbortSignal.timeout(certificateLimits.answerMs);
  const plain = connectTcp({ host, port });
  plain.on('error', () => undefined); // thrown by `once`, or of the closing connection
  try {
    await once(plain, 'connect', { signal });
    if (startTls && !(await startTls(plain, signal))) return undefined;
    const secured = connectTls({
      socket: plain,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: false, // an expired certificate has a date, too
      ...(ca === undefined ? {} : { ca }),
    });
    await once(secured, 'secureConnect', { signal });
    secured.on('error', () => undefined); // of the closing connection
    return {
      endsAt: new Date(secured.getPeerCertificate().valid_to),
      trustError: secured.authorized ? undefined : String(secured.authorizationError),
    };
  } finally {
    plain.destroy();
  }
}

/** Reads one reply of SMTP, which may have several lines. */
async function readReply(socket: Socket, signal: AbortSignal): Promise<string> {
  let reply = '';
  for await (const [chunk] of on(socket, 'data', { signal }) as AsyncIterable<[Buffer]>) {
    reply += chunk.toString('latin1');
    if (/^\d{3}(?: .*)?\r?\n$/m.test(reply)) return reply;
  }
  return reply;
}

/** Asks an SMTP relay for TLS. */
export const startSmtpTls: StartTls = async (socket, signal) => {
  await readReply(socket, signal); // the greeting
  socket.write('EHLO localhost\r\n');
  if (!/STARTTLS/i.test(await readReply(socket, signal))) return false;
  socket.write('STARTTLS\r\n');
  return (await readReply(socket, signal)).startsWith('220');
};

const postgresTlsRequest = 80_877_103; // SSLRequest of the protocol

/** Asks PostgreSQL for TLS. */
export const startPostgresTls: StartTls = async (socket, signal) => {
  const request = Buffer.alloc(8);
  request.writeInt32BE(request.length, 0);
  request.writeInt32BE(postgresTlsRequest, 4);
  socket.write(request);
  const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
  return answer.toString('latin1') === 'S';
};
