import { expect, it } from 'vitest';
import { reconnectDelayMs } from './live-client.ts';

it('waits 1 s, doubling, for five attempts and no more', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(reconnectDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, null, null]);
});
