import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';
import type { PushDevice, PushMessage } from '#schemas/mail/push.ts';

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a message as a browser does (RFC 8291 and 8188), without the code of the server. */
export function decryptPush({ ecdh, auth }: { ecdh: ECDH; auth: Buffer }, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdf(ecdh.computeSecret(sender), auth, info, 32);
  const decryption = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(secret, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(body.subarray(-16));
  const record = Buffer.concat([decryption.update(body.subarray(keyEnd, -16)), decryption.final()]);
  const end = record.lastIndexOf(2);
  if (end < 0 || record.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The padding is wrong');
  return record.subarray(0, end).toString('utf8');
}

/** Makes the keys of a browser that has subscribed at an address. */
export function createDevice(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const device: PushDevice = {
    endpoint,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  return { device, decrypt: (body: Buffer) => decryptPush({ ecdh, auth }, body) };
}

type Signed = { audience: unknown; subject: unknown; expiresAt: number; publicKey: string };

/** Verifies who has sent a message (RFC 8292). */
async function verifySender(header = ''): Promise<Signed> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(header) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const options = { algorithms: ['ES256'], currentDate: new Date(0) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), options);
  return { audience: payload.aud, subject: payload.sub, expiresAt: payload.exp ?? 0, publicKey };
}

export type ReceivedPush = {
  path: string;
  headers: IncomingMessage['headers'];
  bytes: number;
  message: PushMessage;
  signed: Signed;
};

/** Starts a push service at 127.0.0.1 with the devices of several browsers. */
export async function startPushReceiver() {
  const devices = new Map<string, ReturnType<typeof createDevice>>();
  const received: ReceivedPush[] = [];
  /** those that were answered with 201 */
  const taken: ReceivedPush[] = [];
  let behave: (push: ReceivedPush) => number | 'hang' = () => 201;
  const server = createServer((request, reply) => {
    const receive = async () => {
      const { url: path = '', headers } = request;
      const body = await buffer(request);
      const text = devices.get(path)?.decrypt(body) ?? '';
      const push: ReceivedPush = {
        path,
        headers,
        bytes: body.length,
        message: JSON.parse(text) as PushMessage,
        signed: await verifySender(headers.authorization),
      };
      received.push(push);
      const status = behave(push);
      if (status === 201) taken.push(push);
      if (status !== 'hang') reply.writeHead(status).end();
    };
    receive().catch((error: unknown) => reply.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    taken,
    behave: (next: typeof behave) => void (behave = next),
    /** Subscribes a browser. */
    subscribe(name: string): PushDevice {
      const made = createDevice(`${origin}/send/${name}`);
      devices.set(`/send/${name}`, made);
      return made.device;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type PushReceiver = Awaited<ReturnType<typeof startPushReceiver>>;
