import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

export type NewId = () => string;

/** The number of ids within one millisecond that are ordered by a counter. */
const COUNTS = 2 ** 12;

/**
 * Makes UUIDv7s by the given clock: ids sort by the time of the clock, and those within one millisecond by
 * creation.
 */
export function makeIdGenerator(clock: Clock): NewId {
  let lastMs = -1;
  let count = 0;
  return () => {
    const nowMs = clock.now().getTime();
    count = nowMs === lastMs ? (count + 1) % COUNTS : 0;
    lastMs = nowMs;
    const bytes = randomBytes(16);
    bytes.writeUIntBE(nowMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
