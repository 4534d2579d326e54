import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { PushDevice } from '#schemas/mail/push.ts';
import { secondMs } from '#schemas/platform/time.ts';
import type { Deps } from '#server/deps.ts';
import { pushLimits } from '#server/mail/limits.ts';
import type { WebhookCall } from '#server/ports/webhookCaller.ts';
import type { PushKeys } from './keys.ts';

const curve = 'prime256v1';
const [saltBytes, tagBytes] = [16, 16];
const recordSize = 4_096;
const endOfText = Buffer.from([2]);

/** One key pair and salt for each message. */
type Sender = { ecdh: ECDH; salt: Buffer };

function createSender(): Sender {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  return { ecdh, salt: randomBytes(saltBytes) };
}

const deriveBytes = (key: Uint8Array, salt: Buffer, info: Uint8Array, length: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, salt, info, length));

/**
 * Encrypts a text for a device in one record (RFC 8291, aes128gcm). Its length is hidden up to
 * `padTo` bytes.
 */
export function encryptForDevice(
  { p256dh, auth }: PushDevice['keys'],
  text: string,
  { padTo = 0, sender: { ecdh, salt } = createSender() }: { padTo?: number; sender?: Sender } = {},
): Buffer {
  const [device, own] = [Buffer.from(p256dh, 'base64url'), ecdh.getPublicKey()];
  const secret = deriveBytes(
    ecdh.computeSecret(device),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), device, own]),
    32,
  );
  const encoding = (part: string) => Buffer.from(`Content-Encoding: ${part}\0`);
  const encryption = createCipheriv(
    'aes-128-gcm',
    deriveBytes(secret, salt, encoding('aes128gcm'), 16),
    deriveBytes(secret, salt, encoding('nonce'), 12),
    { authTagLength: tagBytes },
  );
  const bytes = Buffer.from(text);
  const padding = Buffer.alloc(Math.max(0, padTo - bytes.length));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    Buffer.concat([salt, size, Buffer.from([own.length]), own]),
    encryption.update(Buffer.concat([bytes, endOfText, padding])),
    encryption.final(),
    encryption.getAuthTag(),
  ]);
}

/** Signs who sends, for one push service (VAPID, RFC 8292). */
async function signSender(
  { clock, config }: Deps,
  { privateKey, publicKey }: PushKeys,
  endpoint: string,
): Promise<string> {
  const validUntil = Math.floor((clock.now().getTime() + pushLimits.tokenMs) / secondMs);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(validUntil)
    .setSubject(`mailto:${config.supportEmail}`)
    .sign(await importJWK(privateKey as JWK, 'ES256'));
  return `vapid t=${token}, k=${publicKey}`;
}

/** Builds the call that hands a message to the push service of a device. */
export async function buildPushCall(
  deps: Deps,
  keys: PushKeys,
  device: PushDevice,
  { body, topic, goodUntil }: { body: string; topic: string; goodUntil: string },
): Promise<WebhookCall> {
  const secondsLeft = Math.floor((Date.parse(goodUntil) - deps.clock.now().getTime()) / secondMs);
  return {
    url: device.endpoint,
    body: encryptForDevice(device.keys, body, { padTo: pushLimits.paddedBytes }),
    headers: {
      authorization: await signSender(deps, keys, device.endpoint),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.max(0, secondsLeft)),
      topic,
      urgency: 'normal',
      'user-agent': 'Formakte-Push/1',
    },
  };
}
