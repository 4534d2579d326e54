import sharp from 'sharp';
import type { Body } from './browser.ts';

export const password = 'Fahrrad-im-Regen-7';
export const nobodysId = 'nobody-has-this-id-1';

export const picture = {
  name: 'unfall.jpg',
  content: await sharp({ create: { width: 90, height: 60, channels: 3, background: '#7d1f3f' } })
    .jpeg()
    .toBuffer(),
};
export const note = { name: 'Notiz.txt', content: Buffer.from('Ein Text.') };

/** Recognised by every virus scanner; not a virus. */
export const eicar = {
  name: 'eicar.txt',
  content: Buffer.from(
    'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
  ),
};

/** Reads a value at a path of an answer. */
export const get = <T = string>(body: Body, ...path: (string | number)[]): T =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body) as T;
