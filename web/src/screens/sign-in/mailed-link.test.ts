import { describe, expect, it } from 'vitest';
import { arrivalIn, isForAnybody, withoutArrival } from './mailed-link.ts';

describe('the content of a link into the sign-in page', () => {
  it.each([
    ['reset=abc', { kind: 'reset', token: 'abc' }],
    ['verify=a%2Bb', { kind: 'verify', token: 'a+b' }],
    ['error=provider&returnTo=%2F', { kind: 'provider-refused', isKnownAddress: false }],
    ['error=provider&reason=known-address', { kind: 'provider-refused', isKnownAddress: true }],
    ['error=else', { kind: 'none' }],
    ['reset=', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (search, arrival) => expect(arrivalIn(search)).toEqual(arrival));

  it('leaves the address, except where to continue', () => {
    expect(withoutArrival('reset=abc&returnTo=%2F%3Ftab%3Dshare')).toBe('returnTo=%2F%3Ftab%3Dshare');
    expect(withoutArrival('verify=abc')).toBe('');
    expect(withoutArrival('error=provider&reason=known-address')).toBe('');
    expect(withoutArrival('returnTo=%2Fdonate')).toBe('returnTo=%2Fdonate');
  });

  it('is public if it is a mailed link or a legal text', () => {
    expect(['reset=a', 'verify=a', 'read=terms'].every(isForAnybody)).toBe(true);
    expect(['', 'returnTo=%2F', 'error=provider', 'forgot=password'].some(isForAnybody)).toBe(false);
  });
});
