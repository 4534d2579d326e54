import { BlockList, isIPv6 } from 'node:net';

/** Private address ranges: a proxy, or the same local network. */
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

/** Splits an address: four numbers, or the eight groups of IPv6. */
function splitAddress(ip: string): string[] {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address.split('.');
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
}

/** Returns the network of a household or office: an IPv4 address, or an IPv6 /64. */
export function getNetwork(ip: string): string {
  const parts = splitAddress(ip);
  return parts.length > 4 ? parts.slice(0, 4).join(':') : parts.join('.');
}

/**
 * Shortens an address for storage, so that it is shared by hundreds of people
 * (docs/decisions/access/0091-how-is-the-place-of-a-session-shown.md). Empty for a private address.
 */
export function shortenNetwork(ip: string): string {
  if (inside.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return '';
  const parts = splitAddress(ip);
  return parts.length > 4
    ? [...parts.slice(0, 3), 'x'].join(':')
    : [...parts.slice(0, 3), 'x'].join('.');
}
