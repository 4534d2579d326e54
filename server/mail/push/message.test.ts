import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDevice, decryptPush } from '#server/testing/peers/pushReceiver.ts';
import { encryptForDevice } from './message.ts';

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url');

function createKeyPair(privateKey: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(bytes(privateKey));
  return ecdh;
}

/** The example of RFC 8291, section 5. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  device: createKeyPair('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  sender: {
    ecdh: createKeyPair('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  },
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc' +
    'InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV' +
    'WGNWQexSgSxsj_Qulcy4a-fN',
};

it('A message is encrypted to the bytes of the example in RFC 8291', () => {
  const { device, auth, sender, text, body } = example;
  const keys = { p256dh: device.getPublicKey('base64url'), auth };
  expect(encryptForDevice(keys, text, { sender }).toString('base64url')).toBe(body);
});

it('The test’s receiver decrypts the example in RFC 8291', () => {
  const { device, auth, text, body } = example;
  expect(decryptPush({ ecdh: device, auth: bytes(auth) }, bytes(body))).toBe(text);
});

it('Messages up to the padding have one length, and no two the same bytes', () => {
  const { device, decrypt } = createDevice('https://push.example/');
  const texts = ['', 'Grüße', 'x'.repeat(512)];
  const bodies = texts.map((text) => encryptForDevice(device.keys, text, { padTo: 512 }));
  expect(bodies.map(decrypt)).toEqual(texts);
  expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
  const [again] = [encryptForDevice(device.keys, '', { padTo: 512 })];
  expect(again?.equals(bodies[0] ?? Buffer.alloc(0))).toBe(false);
});
