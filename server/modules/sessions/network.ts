import { isIPv6 } from 'node:net';

/** The parts of an address: four numbers, or the eight groups of an IPv6 one. */
function partsOf(ip: string): string[] {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address.split('.');
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
}

/** What one household or office has: an IPv4 address, or the first half of an IPv6 one. */
export function networkOf(ip: string): string {
  const parts = partsOf(ip);
  return parts.length > 4 ? parts.slice(0, 4).join(':') : parts.join('.');
}

/** What may be kept of it: with its last part gone an address is that of hundreds of people (docs/decisions/0091). */
export function shortNetworkOf(ip: string): string {
  const parts = partsOf(ip);
  return parts.length > 4 ? [...parts.slice(0, 3), 'x'].join(':') : [...parts.slice(0, 3), 'x'].join('.');
}
