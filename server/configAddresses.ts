import { isIP } from 'node:net';
import { parseRanges, type AddressRange } from '#server/ports/webhookCaller.ts';

/** Checks of the addresses in the configuration. */

export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text);

/** Requires TLS, or an address on this machine. */
export function isPrivateWay(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' ||
    ['localhost', '[::1]'].includes(hostname) ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

export const isRelayAddress = (text: string): boolean =>
  /^smtps?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text);
export const isMailAddress = (text: string): boolean =>
  /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(text);

/** An address, a CIDR range (10.0.0.0/8), or one of Fastify's names for ranges. */
export function isProxy(text: string): boolean {
  const [address = '', bits = '0'] = text.split('/');
  const family = isIP(address);
  const isRange = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || (family !== 0 && isRange);
}

export const isTileAddress = (address: string): boolean =>
  /^https?:\/\/[^{}]+\//.test(address) &&
  ['{z}', '{x}', '{y}'].every((part) => address.includes(part));

export const loopback = '127.0.0.0/8,::1/128';

/** Reads ranges that are separated by commas; undefined for anything else. */
export function findRanges(text: string): AddressRange[] | undefined {
  try {
    return text === '' ? [] : parseRanges(text);
  } catch {
    return undefined;
  }
}
