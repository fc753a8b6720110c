import { describe, expect, it } from 'vitest';
import { parseSignInLink, isPublicSignInLink, withoutSignInLink } from './mailed-link.ts';

describe('the content of a link into the sign-in page', () => {
  it.each([
    ['reset=abc', { kind: 'reset', token: 'abc' }],
    ['verify=a-_b.c', { kind: 'verify', token: 'a-_b.c' }],
    ['verify=abc.', { kind: 'verify', token: 'abc' }],
    ['reset=a_b.c%3E.', { kind: 'reset', token: 'a_b.c' }],
    ['sign-up=abc%E3%80%82', { kind: 'sign-up', token: 'abc' }],
    ['reset=abc%20)', { kind: 'reset', token: 'abc' }],
    ['error=provider&returnTo=%2F', { kind: 'provider-refused', isKnownAddress: false }],
    ['error=provider&reason=known-address', { kind: 'provider-refused', isKnownAddress: true }],
    ['error=else', { kind: 'none' }],
    ['reset=', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (search, link) => expect(parseSignInLink(search)).toEqual(link));

  it('leaves the address, except where to continue', () => {
    expect(withoutSignInLink('reset=abc&returnTo=%2F%3Ftab%3Dshare')).toBe('returnTo=%2F%3Ftab%3Dshare');
    expect(withoutSignInLink('verify=abc')).toBe('');
    expect(withoutSignInLink('error=provider&reason=known-address')).toBe('');
    expect(withoutSignInLink('returnTo=%2Fdonate')).toBe('returnTo=%2Fdonate');
  });

  it('is public if it is a mailed link or a legal text', () => {
    expect(['reset=a', 'verify=a', 'read=terms'].every(isPublicSignInLink)).toBe(true);
    expect(['', 'returnTo=%2F', 'error=provider', 'forgot=password'].some(isPublicSignInLink)).toBe(false);
  });
});
