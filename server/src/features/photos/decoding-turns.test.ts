import { describe, expect, it } from 'vitest';
import { makeDecodingTurns } from './decoding-turns.ts';

/** Work that ends when the test says so. */
function pretended() {
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const work = (id: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(id);
      endings.set(id, () => resolve(`made ${id}`));
    });
  return { begun, work, end: (id: string) => endings.get(id)?.() };
}

describe('turns of decoding', () => {
  it('decodes a few at once, lets some wait, and refuses the others for a moment', async () => {
    const { begun, work, end } = pretended();
    const inTurn = makeDecodingTurns<string>(2, 1);
    const [first, second, third] = ['a', 'b', 'c'].map((id) => inTurn(id, work(id)));
    await expect(inTurn('d', work('d'))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(begun).toEqual(['a', 'b']);
    end('a');
    expect(await first).toBe('made a');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    const fourth = inTurn('d', work('d'));
    end('b');
    end('c');
    expect(await Promise.all([second, third])).toEqual(['made b', 'made c']);
    await expect.poll(() => begun).toContain('d');
    end('d');
    expect(await fourth).toBe('made d');
  });

  it('decodes one photo once, however often it is asked for', async () => {
    const { begun, work, end } = pretended();
    const inTurn = makeDecodingTurns<string>(2, 0);
    const both = [inTurn('a', work('a')), inTurn('a', work('a'))];
    end('a');
    expect(await Promise.all(both)).toEqual(['made a', 'made a']);
    expect(begun).toEqual(['a']);
  });

  it('gives the turn on after a failure', async () => {
    const inTurn = makeDecodingTurns<string>(1, 0);
    await expect(inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inTurn('a', () => Promise.resolve('made'))).toBe('made');
  });
});
