import { isIP } from 'node:net';

/** A bucket and the key to it, as `S3_URL` names them. */
export type StoreAddress = {
  /**
   * Where the bucket is, without a slash at the end: `https://host/bucket`, or `https://bucket.host`. It has no credentials
   * and may be shown.
   */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Null: as the host's name says, else `us-east-1`. */
  readonly region: string | null;
};

export const STORE_ADDRESS_EXAMPLE = 'https://KEY:SECRET@s3.example/photos?region=eu-central-1';

const BUCKET = /^\/[a-z0-9][a-z0-9._-]*\/?$/i;

/**
 * Reads `https://KEY:SECRET@host/bucket?region=…`; without a path the host's name has the bucket. The secret may be as it was
 * handed out, with the slashes that break a URL, or percent-encoded. Null for any other text.
 */
export function parseStoreAddress(text: string): StoreAddress | null {
  const [, scheme, key, secret, rest] = /^(https?:\/\/)([^:@/\s]+):(\S+)@([^@\s]+)$/.exec(text) ?? [];
  if (!scheme || !key || !secret || !rest || !URL.canParse(scheme + rest)) return null;
  const { origin, pathname, searchParams, hash, hostname } = new URL(scheme + rest);
  const region = searchParams.get('region');
  const isKnown = [...searchParams.keys()].every((name) => name === 'region') && hash === '';
  const isNamedByHost = hostname.includes('.') && isIP(hostname) === 0;
  const hasBucket = pathname === '/' ? isNamedByHost : BUCKET.test(pathname);
  if (!isKnown || !hasBucket) return null;
  return {
    endpoint: (origin + pathname).replace(/\/$/, ''),
    accessKeyId: decoded(key),
    secretAccessKey: decoded(secret),
    region: region || null,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
