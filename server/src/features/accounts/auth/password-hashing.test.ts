import { describe, expect, it } from 'vitest';
import { makeHashingLimit } from './password-hashing.ts';

/** Work that the test finishes explicitly. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = { started: false, end: resolve, run: async () => {} };
  work.run = async () => {
    work.started = true;
    await promise;
  };
  return work;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('password hashing', () => {
  it('queues fifty and refuses the next with 429', async () => {
    const limit = makeHashingLimit();
    const works = Array.from({ length: 52 }, heldWork);
    const all = works.map((work) => limit('10.0.0.1', work.run));
    await expect(limit('10.0.0.1', async () => {})).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 5,
    });
    for (const work of works) work.end();
    await Promise.all(all);
    await expect(limit('10.0.0.1', async () => 'free again')).resolves.toBe('free again');
  });

  it('hashes for another address next, regardless of how many wait from one', async () => {
    const limit = makeHashingLimit();
    const flood = Array.from({ length: 70 }, heldWork);
    const flooded = Promise.allSettled(flood.map((work) => limit('10.0.0.1', work.run)));
    const honest = heldWork();
    const signedIn = limit('10.0.0.2', honest.run);
    flood[0]?.end();
    await settle();
    expect(honest.started).toBe(true);
    honest.end();
    await signedIn;
    for (const work of flood) work.end();
    const refused = (await flooded).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(70 - 2 - 50 + 1);
  });
});
