import { describe, expect, test } from 'vitest';
import { isAdLink, isOwnPath, isPlacementOf, opensNewTab, variantOf } from './ad-fields.ts';
import { newAdSchema } from './ad-schemas.ts';

const AD = {
  location: 'home-page',
  adType: 'card',
  adCategory: 'community_building',
  title: 'Cook together',
  description: 'Every Thursday at the library.',
  ctaText: 'Join in',
};

describe('links of ads', () => {
  test.each(['/', '/?tab=share', '/donate', '/volunteer#how', '/api/login', 'https://example.org/a?b=c#d'])(
    '%s is accepted',
    (link) => expect(isAdLink(link)).toBe(true),
  );

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,hi',
    'http://example.org/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https://bank.example@evil.example/',
    'https://evil.example/\u0000',
    ' https://evil.example',
    'https://',
    '/api/logout',
    'share',
    '',
  ])('%j is refused', (link) => expect(isAdLink(link)).toBe(false));

  test('lead to a new tab if they begin with http', () => {
    expect(opensNewTab('https://example.org')).toBe(true);
    expect(opensNewTab('/donate')).toBe(false);
  });

  test('are paths of this site for pictures', () => {
    expect(isOwnPath('/pictures/soup.webp')).toBe(true);
    expect(isOwnPath('https://example.org/pixel.gif')).toBe(false);
    expect(isOwnPath('/api/auth/user')).toBe(false);
  });
});

describe('a new ad', () => {
  test('is for everyone, without an end, of weight one', () => {
    expect(newAdSchema.parse(AD)).toEqual({
      ...AD,
      ctaLink: null,
      imageUrl: null,
      sponsor: null,
      isTip: false,
      audience: [],
      weight: 1,
      dailyCap: null,
    });
  });

  test.each([
    ['sponsored advice', { sponsor: 'Green Grocers', isTip: true }],
    ['a link to a script', { ctaLink: 'javascript:alert(1)' }],
    ['a picture from elsewhere', { imageUrl: 'https://example.org/pixel.gif' }],
    ['no weight', { weight: 0 }],
    ['an unknown place', { location: 'emergency' }],
    ['an end before its beginning', { startsAt: '2026-05-02T00:00:00Z', endsAt: '2026-05-01T00:00:00Z' }],
  ])('is refused with %s', (_what, changes) => {
    expect(newAdSchema.safeParse({ ...AD, ...changes }).success).toBe(false);
  });
});

describe('the fields of ads', () => {
  test('name the variant of a card by their category', () => {
    expect(variantOf('donation_encouragement')).toBe('donation');
    expect(variantOf('emergency_support')).toBe('emergency');
  });

  test('allow the labeled places of a location, and no others', () => {
    expect(isPlacementOf('home-page', 'home-page-before-expiry')).toBe(true);
    expect(isPlacementOf('discover', 'home-page')).toBe(false);
  });
});
