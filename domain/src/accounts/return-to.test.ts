import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnTo } from './return-to.ts';

/** What browsers make of an address; the domain itself is typed without one. */
const { URL } = globalThis as unknown as {
  URL: new (address: string, base: string) => { readonly origin: string; readonly pathname: string };
};

describe('where to go after signing in', () => {
  it.each(['/', '/donate', '/?tab=messages', '/?listing=0198&x=https://a.example//b', '/a#b', '/apiary'])(
    'is the path asked for: %s',
    (path) => {
      expect(safeReturnTo(path)).toBe(path);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'donate',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\u0000',
    '/.//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/api/logout',
    '/api',
    '/api?x',
    '/\ud800',
    ` /a`,
    `/${'a'.repeat(2000)}`,
  ])('is the start page instead of %j', (wanted) => {
    expect(safeReturnTo(wanted)).toBe('/');
  });

  it('never leaves our own site, whatever is asked for', () => {
    const pieces = fc.array(fc.constantFrom('/', '\\', '.', '@', ':', 'evil.example', '\t', '?', '#', 'a'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const target = new URL(safeReturnTo(parts.join('')), 'https://food.example');
        expect(target.origin).toBe('https://food.example');
        expect(target.pathname.startsWith('//')).toBe(false);
      }),
    );
  });
});
