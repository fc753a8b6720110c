import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnTo } from './return-to.ts';

/**
 * Where a browser goes when it is redirected to `address`: it drops tabs and line ends, reads a backslash as
 * a slash, resolves `.` and `..`, and takes two leading slashes as another host.
 */
function browserPath(address: string): string | null {
  const cleaned = address.replaceAll(/[\t\n\r]/g, '').trim();
  const [beforeQuery = ''] = cleaned.split(/[?#]/, 1);
  const path = beforeQuery.replaceAll('\\', '/');
  if (!path.startsWith('/') || path.startsWith('//')) return null;
  const walked: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (segment === '..') walked.pop();
    else if (segment !== '.') walked.push(segment);
  }
  return `/${walked.join('/')}`;
}

describe('safeReturnTo', () => {
  it.each(['/', '/donate', '/?tab=messages', '/?listing=0198&x=https://a.example//b', '/a#b', '/apiary'])(
    'returns the requested path: %s',
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
  ])('returns the start page for %j', (wanted) => {
    expect(safeReturnTo(wanted)).toBe('/');
  });

  it('never leaves the site, for random addresses', () => {
    const pieces = fc.array(fc.constantFrom('/', '\\', '.', '@', ':', 'evil.example', '\t', '?', '#', 'a'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const path = browserPath(safeReturnTo(parts.join('')));
        expect(path).toMatch(/^\/(?!\/)/);
      }),
    );
  });
});
