import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, Attestation } from '#schemas/access/secondFactor.ts';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const flags = { present: 0x01, verified: 0x04, withKey: 0x40 };

type Asked = { options: { challenge: string } };
type Way = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** signature counter */ counter?: number;
};

/** The public key in COSE form: ES256 on P-256. */
function encodeKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
}

const clientData = (type: string, { options }: Asked, origin = 'http://localhost:8080') =>
  Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));

function authenticatorData(
  { rpId = 'localhost', isVerified = true }: Way,
  counter: number,
  key?: Buffer,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    sha256(rpId),
    Buffer.from([flags.present | (isVerified ? flags.verified : 0) | (key ? flags.withKey : 0)]),
    count,
    key ?? Buffer.alloc(0),
  ]);
}

/** Creates a virtual authenticator with one passkey, as a browser would return its responses. */
export function createPasskeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const coseKey = encodeKey(publicKey);
  let uses = 0;

  return {
    id,
    create(asked: Asked, way: Way = {}): Attestation {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = authenticatorData(
        way,
        way.counter ?? uses,
        Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]),
      );
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', asked, way.origin).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(asked: Asked, way: Way = {}): Assertion {
      uses += 1;
      const [data, client] = [
        authenticatorData(way, way.counter ?? uses),
        clientData('webauthn.get', asked, way.origin),
      ];
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
