import { Transform } from 'node:stream';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';

/** How slowly a file may come: each `windowMs` brings at least `leastBytes`, and all of it within `longestMs`. */
export type Pace = { readonly windowMs: number; readonly leastBytes: number; readonly longestMs: number };

/** 2 kB/s: a phone with bad reception has five times that, also when it hears nothing for 20 of the 30 seconds. */
export const PHOTO_PACE: Pace = { windowMs: 30_000, leastBytes: 60_000, longestMs: 290_000 };

export const tooLarge = (): AppError => new AppError(413, 'too-large', 'Photos can be up to 10 MB each.');
const tooSlow = (): AppError =>
  new AppError(408, 'too-slow', 'This photo came in too slowly. Please try again where reception is better.');

export type Receiving = {
  readonly stream: Transform;
  /** How many bytes have come. */
  readonly receivedBytes: () => number;
};

/** Lets a file through, and ends it as soon as it brings more than `maxBytes` or comes more slowly than `pace`. */
export function makeReceiving(maxBytes: number, pace: Pace): Receiving {
  let received = 0;
  let atLastLook = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // whoever reads it hears of it too; while nobody does, one file that ends badly must not end the process
  stream.on('error', () => {});
  const look = setInterval(() => {
    if (received - atLastLook < pace.leastBytes) stream.destroy(tooSlow());
    atLastLook = received;
  }, pace.windowMs);
  const end = setTimeout(() => stream.destroy(tooSlow()), pace.longestMs);
  stream.once('close', () => {
    clearInterval(look);
    clearTimeout(end);
  });
  return { stream, receivedBytes: () => received };
}
