import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeUploadStream, type UploadSpeedLimit, PHOTO_SPEED_LIMIT } from './upload-photo.ts';

/** 10 bytes per 60 ms, all within 400 ms. */
const PACE: UploadSpeedLimit = { windowMs: 60, minBytes: 10, maxMs: 400 };

/** Sends `bytes` each `everyMs`, `times` times; returns what passed. */
async function receive(bytes: number, everyMs: number, times: number, most = 1000): Promise<number> {
  const { stream, receivedBytes } = makeUploadStream(most, PACE);
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

describe('makeUploadStream', () => {
  it('passes a file at its own pace', async () => {
    expect(await receive(10, 20, 5)).toBe(50);
  });

  it('does not end the process if it fails before it has a reader', async () => {
    const tooMuch = makeUploadStream(10, PACE);
    tooMuch.stream.write(Buffer.alloc(11));
    const tooSlow = makeUploadStream(1000, PACE);
    // an unhandled error would end the process and fail the test run
    await sleep(100);
    const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
    await expect(pipeline(tooMuch.stream, sink())).rejects.toMatchObject({ code: 'too-large' });
    await expect(pipeline(tooSlow.stream, sink())).rejects.toMatchObject({ code: 'too-slow' });
  });

  it('allows short gaps, as when a phone changes cells', async () => {
    const { stream } = makeUploadStream(1000, PACE);
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
  ])('is aborted when it %s', async (_case, bytes, everyMs, times) => {
    await expect(receive(bytes, everyMs, times, 10_000)).rejects.toMatchObject({
      status: 408,
      code: 'too-slow',
    });
  });

  it('fails at the first byte past the maximum', async () => {
    expect(await receive(50, 1, 20)).toBe(1000);
    await expect(receive(50, 1, 21)).rejects.toMatchObject({ status: 413 });
  });

  it('allows an old phone: 10 kB/s with 20 s of silence', () => {
    const { windowMs, minBytes, maxMs } = PHOTO_SPEED_LIMIT;
    expect(((windowMs - 20_000) / 1000) * 10_000).toBeGreaterThanOrEqual(minBytes);
    // the form sends at most 2048 pixels a side: 1 MB, rarely 2
    expect((maxMs / 1000) * 10_000).toBeGreaterThan(2_000_000);
    expect(maxMs).toBeLessThan(300_000);
  });
});
