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
  it('runs two at a time in order of arrival', async () => {
    const limit = makeHashingLimit();
    const works = Array.from({ length: 4 }, heldWork);
    const all = works.map((work) => limit(work.run));
    await settle();
    expect(works.map((work) => work.started)).toEqual([true, true, false, false]);
    works[0]?.end();
    await settle();
    expect(works.map((work) => work.started)).toEqual([true, true, true, false]);
    for (const work of works) work.end();
    await Promise.all(all);
  });

  it('queues fifty and refuses the next with 429', async () => {
    const limit = makeHashingLimit();
    const works = Array.from({ length: 52 }, heldWork);
    const all = works.map((work) => limit(work.run));
    await expect(limit(async () => {})).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 });
    for (const work of works) work.end();
    await Promise.all(all);
    await expect(limit(async () => 'free again')).resolves.toBe('free again');
  });

  it('continues after a failure', async () => {
    const limit = makeHashingLimit();
    const failing = async () => {
      throw new Error('no');
    };
    for (let nth = 0; nth < 3; nth++) await expect(limit(failing)).rejects.toThrow('no');
    await expect(limit(async () => 'fine')).resolves.toBe('fine');
  });
});
