import { BlockList, isIPv6 } from 'node:net';

/** Addresses that nobody has on the internet: what is seen is our own proxy, or the same house. */
const inside = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

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

/** What may be kept of it: with its last part gone an address is that of hundreds of people (docs/decisions/0091). Empty where it tells nothing. */
export function shortNetworkOf(ip: string): string {
  if (inside.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return '';
  const parts = partsOf(ip);
  return parts.length > 4
    ? [...parts.slice(0, 3), 'x'].join(':')
    : [...parts.slice(0, 3), 'x'].join('.');
}
