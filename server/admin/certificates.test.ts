import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Config } from '#server/config.ts';
import { createAuthority, type IssuedCertificate } from '#server/testing/peers/certificates.ts';
import { startSmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { systemClock } from '#server/ports/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { examineCertificates } from './certificates.ts';

let authority: Awaited<ReturnType<typeof createAuthority>>;
let server: TestServer;
let opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  authority = await createAuthority();
});
beforeEach(async () => {
  server = await startTestServer();
  server.deps.clock = systemClock; // TLS has no other one
});
afterEach(async () => {
  await Promise.all([...opened, () => server.close()].map((close) => close()));
  opened = [];
});

/** Starts a server on this machine and returns its port. */
async function listen(peer: Server): Promise<number> {
  const sockets = new Set<Socket>();
  peer.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  peer.listen(0, 'localhost');
  await once(peer, 'listening');
  opened.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    peer.close();
    await once(peer, 'close');
  });
  return (peer.address() as AddressInfo).port;
}

const listenTls = (certificate: IssuedCertificate): Promise<number> =>
  listen(createTlsServer(certificate).on('tlsClientError', () => undefined));

/** Returns the last day of a certificate, which a run over midnight cannot count from its clock. */
const getLastDay = ({ cert }: IssuedCertificate): string =>
  new Date(new X509Certificate(cert).validTo).toISOString().slice(0, 10);

const examine = (config: Partial<Config>) =>
  examineCertificates({ ...server.deps, config: { ...server.deps.config, ...config } });

/** Examines a web address whose certificate was issued by the test's authority. */
async function examineWeb(certificate: IssuedCertificate) {
  const publicUrl = `https://localhost:${await listenTls(certificate)}`;
  return examine({ publicUrl });
}
const part = 'certificate of PUBLIC_URL';

it('A certificate of an unknown authority is wrong, and its end is named', async () => {
  const certificate = await authority.issue(100);
  expect(await examineWeb(certificate)).toEqual([
    {
      part,
      isRight: false,
      isWarning: false,
      cause: `ends on ${getLastDay(certificate)}, not trusted: UNABLE_TO_VERIFY_LEAF_SIGNATURE`,
    },
  ]);
});

it('An installation without TLS has no certificate to examine', async () => {
  const relay = await startSmtpRelay();
  opened.push(relay.close);
  expect(
    await examine({
      publicUrl: 'http://localhost:8080',
      mail: { smtpUrl: relay.smtpUrl, from: 'portal@portal.example' },
      databaseUrl: 'postgres://localhost:1/x?sslmode=disable',
    }),
  ).toEqual([]);
});

it('A web address without a way from this machine is a warning; other checks name such a store', async () => {
  const s3 = { bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
  expect(
    await examine({
      publicUrl: 'https://localhost:1',
      s3: { ...s3, endpoint: 'https://localhost:1' },
    }),
  ).toEqual([
    {
      part,
      isRight: true,
      isWarning: true,
      cause: expect.stringContaining('cannot be reached from here: '),
    },
  ]);
});

/** Starts a server that agrees on TLS as PostgreSQL does. */
async function startPostgres({ key, cert }: IssuedCertificate): Promise<number> {
  return listen(
    createTcpServer((socket) => {
      socket.once('data', (request) => {
        expect(request.toString('hex')).toBe('0000000804d2162f');
        socket.write('S');
        new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
      });
    }),
  );
}

it.each([
  [300, { isRight: true, isWarning: false }, 'ends on DAY'],
  [20, { isRight: true, isWarning: true }, 'ends on DAY'],
  [-1, { isRight: false, isWarning: true }, 'ended on DAY, not trusted: CERT_HAS_EXPIRED'],
])(
  'A trusted certificate of PostgreSQL that ends in %i days is judged by that',
  async (days, judged, cause) => {
    const folder = mkdtempSync(join(tmpdir(), 'formakte-ca-'));
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, authority.ca);
    const certificate = await authority.issue(days);
    const port = await startPostgres(certificate);
    const databaseUrl = `postgres://localhost:${port}/x?sslmode=verify-full&sslrootcert=${caFile}`;
    expect(await examine({ databaseUrl })).toEqual([
      {
        part: 'certificate of DATABASE_URL',
        ...judged,
        cause: cause.replace('DAY', getLastDay(certificate)),
      },
    ]);
    rmSync(folder, { recursive: true });
  },
);

it('The certificate of a relay is examined behind STARTTLS', async () => {
  const relay = await startSmtpRelay({
    options: { ...(await authority.issue(100)), disabledCommands: [] },
  });
  opened.push(relay.close);
  const mail = { smtpUrl: relay.smtpUrl, from: 'portal@portal.example' };
  expect(await examine({ mail })).toMatchObject([
    {
      part: 'certificate of SMTP_URL',
      isRight: false,
      cause: expect.stringContaining('not trusted'),
    },
  ]);
});
