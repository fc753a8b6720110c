import { expect, test } from 'vitest';
import { cameByOwnName } from './own-name.ts';

const LOCAL = { publicUrl: 'http://127.0.0.1:3000', isLocal: true };
const BEYOND = { publicUrl: 'https://demo.example', isLocal: false };
const PROXIED = { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' };

test.each([
  [LOCAL, { host: '127.0.0.1:3000' }, true],
  [LOCAL, { host: 'localhost' }, true],
  [LOCAL, { host: 'LocalHost:3001' }, true],
  [LOCAL, { host: '[::1]:3000' }, true],
  [LOCAL, { host: '127.0.0.1:3000', 'x-forwarded-for': '127.0.0.1, ::1, ::ffff:127.0.0.1' }, true],
  [LOCAL, {}, false],
  [LOCAL, { host: '' }, false],
  [LOCAL, { host: 'food.example' }, false],
  [LOCAL, { host: 'localhost.food.example' }, false],
  [LOCAL, { host: '127.0.0.1.food.example' }, false],
  [LOCAL, { host: 'food.example@127.0.0.1' }, false],
  [LOCAL, { host: '127.0.0.1/food.example' }, false],
  [LOCAL, { host: '192.168.1.5:3000' }, false],
  [LOCAL, { host: '127.0.0.1:3000', 'x-forwarded-host': 'food.example' }, false],
  [LOCAL, { host: '127.0.0.1:3000', 'x-forwarded-host': 'food.example, localhost' }, false],
  [LOCAL, PROXIED, false],
  [LOCAL, { ...PROXIED, 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, false],
  [BEYOND, { host: 'demo.example' }, true],
  [BEYOND, { ...PROXIED, 'x-forwarded-host': 'DEMO.example' }, true],
  [BEYOND, { host: 'localhost:3000' }, true],
  [BEYOND, { host: 'other.example' }, false],
  [BEYOND, { host: 'demo.example', 'x-forwarded-host': 'other.example' }, false],
])('%o with %o: %s', (settings, headers, expected) => {
  expect(cameByOwnName(headers, settings)).toBe(expected);
});
