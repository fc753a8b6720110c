import { createHmac, timingSafeEqual } from 'node:crypto';

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

const signatureOf = (token: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(token).digest();

/** The signed cookie value of a token. */
export function signedToken(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${signatureOf(token, secret).toString('base64')}`);
}

/**
 * Reads the token in the cookie `name` of a `Cookie` header, stored as `token.signature` (HMAC-SHA256, base64); null
 * without a valid signature of `secret`.
 */
export function sessionToken(header: string | undefined, name: string, secret: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, Math.max(0, equals)).trim() !== name) continue;
    const value = decoded(pair.slice(equals + 1).trim());
    const dot = value.lastIndexOf('.');
    if (dot < 1) continue;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1), 'base64');
    const expected = signatureOf(token, secret);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return token;
  }
  return null;
}
