import { describe, expect, it } from 'vitest';
import { makeDecodingLimit } from './decode-photo.ts';

/** Work that ends when the test resolves it. */
function controlledWork() {
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const work = (id: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(id);
      endings.set(id, () => resolve(`made ${id}`));
    });
  return { begun, work, end: (id: string) => endings.get(id)?.() };
}

describe('makeDecodingLimit', () => {
  it('runs a few jobs in parallel, queues some and refuses the rest with 503', async () => {
    const { begun, work, end } = controlledWork();
    const limited = makeDecodingLimit<string>({ maxConcurrent: 2, maxQueued: 1 });
    const [first, second, third] = ['a', 'b', 'c'].map((id) => limited(id, work(id)));
    await expect(limited('d', work('d'))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(begun).toEqual(['a', 'b']);
    end('a');
    expect(await first).toBe('made a');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    const fourth = limited('d', work('d'));
    end('b');
    end('c');
    expect(await Promise.all([second, third])).toEqual(['made b', 'made c']);
    await expect.poll(() => begun).toContain('d');
    end('d');
    expect(await fourth).toBe('made d');
  });

  it('decodes a photo once for concurrent calls', async () => {
    const { begun, work, end } = controlledWork();
    const limited = makeDecodingLimit<string>({ maxConcurrent: 2, maxQueued: 0 });
    const both = [limited('a', work('a')), limited('a', work('a'))];
    end('a');
    expect(await Promise.all(both)).toEqual(['made a', 'made a']);
    expect(begun).toEqual(['a']);
  });

  it('starts the next job after a failure', async () => {
    const limited = makeDecodingLimit<string>({ maxConcurrent: 1, maxQueued: 0 });
    await expect(limited('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limited('a', () => Promise.resolve('made'))).toBe('made');
  });
});
