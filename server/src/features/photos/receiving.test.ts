import { setTimeout as sleep } from 'node:timers/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { makeReceiving, type Pace, PHOTO_PACE } from './receiving.ts';

/** 10 bytes in 60 ms, and all within 400. */
const PACE: Pace = { windowMs: 60, leastBytes: 10, longestMs: 400 };

/** Brings `bytes` each `everyMs`, `times` times, and gives what was let through. */
async function receive(bytes: number, everyMs: number, times: number, most = 1000): Promise<number> {
  const { stream, receivedBytes } = makeReceiving(most, PACE);
  let passed = 0;
  const source = Readable.from(
    (async function* slowly() {
      for (let nth = 0; nth < times; nth++) {
        yield Buffer.alloc(bytes);
        await sleep(everyMs);
      }
    })(),
  );
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done();
    },
  });
  await pipeline(source, stream, sink);
  expect(passed).toBe(receivedBytes());
  return passed;
}

describe('a file that comes', () => {
  it('comes through at its pace', async () => {
    expect(await receive(10, 20, 5)).toBe(50);
  });

  it('ends itself alone when it ends before anybody reads it', async () => {
    const tooMuch = makeReceiving(10, PACE);
    tooMuch.stream.write(Buffer.alloc(11));
    const tooSlow = makeReceiving(1000, PACE);
    // an error that nobody hears ends the process, and fails the test run
    await sleep(100);
    const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
    await expect(pipeline(tooMuch.stream, sink())).rejects.toMatchObject({ code: 'too-large' });
    await expect(pipeline(tooSlow.stream, sink())).rejects.toMatchObject({ code: 'too-slow' });
  });

  it('may take a breath, as a phone does that changes from one mast to the next', async () => {
    const { stream } = makeReceiving(1000, PACE);
    stream.resume();
    stream.write(Buffer.alloc(5));
    await sleep(40);
    stream.write(Buffer.alloc(10));
    await sleep(50);
    expect(stream.destroyed).toBe(false);
    stream.end();
  });

  it.each([
    ['stands still', 100, 500, 2],
    ['trickles', 1, 20, 100],
    ['takes for ever', 20, 20, 100],
  ])('is ended when it %s', async (_case, bytes, everyMs, times) => {
    await expect(receive(bytes, everyMs, times, 10_000)).rejects.toMatchObject({
      status: 408,
      code: 'too-slow',
    });
  });

  it('is ended at the first byte too many', async () => {
    expect(await receive(50, 1, 20)).toBe(1000);
    await expect(receive(50, 1, 21)).rejects.toMatchObject({ status: 413 });
  });

  it('may come as slowly as an old phone sends it, at 10 kB/s with 20 s of silence', () => {
    const { windowMs, leastBytes, longestMs } = PHOTO_PACE;
    expect(((windowMs - 20_000) / 1000) * 10_000).toBeGreaterThanOrEqual(leastBytes);
    // what the form sends is at most 2048 pixels a side: a megabyte, seldom two
    expect((longestMs / 1000) * 10_000).toBeGreaterThan(2_000_000);
    expect(longestMs).toBeLessThan(300_000);
  });
});
