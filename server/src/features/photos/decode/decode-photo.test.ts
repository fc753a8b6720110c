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
    const [first, second, third] = ['a', 'b', 'c'].map((id) =>
      limited({ photoId: id, ownerId: id }, work(id)),
    );
    await expect(limited({ photoId: 'd', ownerId: 'd' }, work('d'))).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    });
    expect(begun).toEqual(['a', 'b']);
    end('a');
    expect(await first).toBe('made a');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    const fourth = limited({ photoId: 'd', ownerId: 'd' }, work('d'));
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
    const both = [
      limited({ photoId: 'a', ownerId: 'a' }, work('a')),
      limited({ photoId: 'a', ownerId: 'a' }, work('a')),
    ];
    await expect.poll(() => begun).toEqual(['a']);
    end('a');
    expect(await Promise.all(both)).toEqual(['made a', 'made a']);
    expect(begun).toEqual(['a']);
  });

  it('starts the next job after a failure', async () => {
    const limited = makeDecodingLimit<string>({ maxConcurrent: 1, maxQueued: 0 });
    await expect(
      limited({ photoId: 'a', ownerId: 'a' }, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(await limited({ photoId: 'a', ownerId: 'a' }, () => Promise.resolve('made'))).toBe('made');
  });

  it('lets people take turns: the photos of one wait behind those of others', async () => {
    const { begun, work, end } = controlledWork();
    const limited = makeDecodingLimit<string>({ maxConcurrent: 1, maxQueued: 6 });
    const bombs = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((photoId) =>
      limited({ photoId, ownerId: 'b' }, work(photoId)),
    );
    const photo = limited({ photoId: 'a', ownerId: 'a' }, work('a'));
    await expect.poll(() => begun).toEqual(['b1']);
    end('b1');
    await expect.poll(() => begun).toEqual(['b1', 'a']);
    end('a');
    expect(await photo).toBe('made a');
    // a full line makes room for a person who has fewer in it
    const more = ['b7', 'b8'].map((photoId) => limited({ photoId, ownerId: 'b' }, work(photoId)));
    const another = limited({ photoId: 'c', ownerId: 'c' }, work('c'));
    const ended = Promise.allSettled([...bombs, ...more, another]);
    for (const photoId of ['b2', 'c', 'b3', 'b4', 'b5', 'b6', 'b7']) {
      await expect.poll(() => begun).toContain(photoId);
      end(photoId);
    }
    const refused = (await ended).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(begun.indexOf('c')).toBeLessThan(begun.indexOf('b4'));
  });
});
