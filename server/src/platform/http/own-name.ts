import type { IncomingHttpHeaders } from 'node:http';
import { hostnameOf, isLoopback } from '../settings/variable-kinds.ts';
import type { Settings } from '../settings/settings.ts';

const listed = (value: string | string[] | undefined): string[] =>
  [value ?? []].flat().flatMap((line) => line.split(','));

/** Without its port, as `isLoopback` reads it. */
const nameOf = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');

const isLoopbackAddress = (address: string): boolean =>
  isLoopback(
    address
      .trim()
      .toLowerCase()
      .replace(/^::ffff:/, ''),
  );

/**
 * Whether all names that a request came by are our own: this machine's, or the one of `PUBLIC_URL`. It is not if someone
 * else's name leads here (DNS rebinding), or a proxy serves us to others without our settings saying so. What proxies add
 * counts whether they are trusted or not, since it can only take away. While the app is for this machine only, so does
 * the address of whom they serve.
 */
export function cameByOwnName(
  headers: IncomingHttpHeaders,
  { publicUrl, isLocal }: Pick<Settings, 'publicUrl' | 'isLocal'>,
): boolean {
  const own = hostnameOf(publicUrl);
  const names = [headers.host ?? '', ...listed(headers['x-forwarded-host'])].map(nameOf);
  if (!names.every((name) => name === own || isLoopback(name))) return false;
  return !isLocal || listed(headers['x-forwarded-for']).every(isLoopbackAddress);
}
