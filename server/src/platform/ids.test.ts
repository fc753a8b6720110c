import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeIdGenerator } from './ids.ts';

test('ids sort by creation, also within one millisecond', () => {
  let nowMs = Date.UTC(2026, 10, 21);
  const newId = makeIdGenerator({ now: () => new Date(nowMs) });
  const made = Array.from({ length: 3000 }, () => newId());
  nowMs += 1;
  made.push(newId());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) expect(z.safeParse(idSchema, id).success).toBe(true);
});
