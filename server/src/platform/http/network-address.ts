import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The key under which uses of a network address are counted: the IPv4 address, or the first 64 bits of an
 * IPv6 address, because a household controls the rest. An IPv4 address written as IPv6 counts as IPv4;
 * anything else counts as it is.
 */
export function rateLimitKeyOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 0xff]).join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address, `::` expanded. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = numbersOf(head);
  if (tail === undefined) return before;
  const after = numbersOf(tail);
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    const bytes = group.split('.').map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    return bytes.length === 4 ? [a * 256 + b, c * 256 + d] : [Number.parseInt(group, 16)];
  });
}
