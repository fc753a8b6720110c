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
  it('refuses with 503 what would wait too long', async () => {
    const limited = makeDecodingLimit<string>({ maxConcurrent: 1, maxQueued: 0 });
    const { work, end } = controlledWork();
    const first = limited({ photoId: 'a', ownerId: 'a' }, work('a'));
    const refused = limited({ photoId: 'b', ownerId: 'b' }, work('b'));
    await expect(refused).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    end('a');
    expect(await first).toBe('made a');
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

  it('lets people take turns: the photos of one wait behind those of others', async () => {
    const { begun, work, end } = controlledWork();
    const limited = makeDecodingLimit<string>({ maxConcurrent: 1, maxQueued: 3 });
    const bombs = ['b1', 'b2', 'b3'].map((photoId) => limited({ photoId, ownerId: 'b' }, work(photoId)));
    const photo = limited({ photoId: 'a', ownerId: 'a' }, work('a'));
    await expect.poll(() => begun).toEqual(['b1']);
    end('b1');
    await expect.poll(() => begun).toEqual(['b1', 'a']);
    end('a');
    expect(await photo).toBe('made a');
    for (const photoId of ['b2', 'b3']) {
      await expect.poll(() => begun).toContain(photoId);
      end(photoId);
    }
    await Promise.all(bombs);
  });
});
