import { describe, expect, it } from 'vitest';
import { nextCursor } from './call.ts';

const of = (link?: string) => nextCursor(new Headers(link === undefined ? {} : { Link: link }));

describe('the next page out of a Link header', () => {
  it('is the cursor of rel="next"', () => {
    expect(of('</api/food-listings?limit=24&cursor=a%2Fb>; rel="next"')).toBe('a/b');
  });
  it('finds it among other links', () => {
    expect(of('</x?cursor=old>; rel="prev", </x?cursor=new,er>; rel="next"')).toBe('new,er');
  });
  it('is null without one', () => {
    expect(of()).toBeNull();
    expect(of('</x?cursor=old>; rel="prev"')).toBeNull();
    expect(of('nonsense')).toBeNull();
  });
});
