import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { acceptNulls } from './bind-endpoints.ts';

const body = acceptNulls(
  z
    .object({
      name: z.string(),
      note: z.optional(z.string()),
      tags: z._default(z.array(z.string()), ['none']),
      kind: z.optional(z.catch(z.enum(['known', 'other']), 'other')),
      expiresAt: z._default(z.nullable(z.string()), 'never'),
      place: z.optional(z.object({ label: z.optional(z.string()) })),
      rows: z.optional(z.array(z.object({ count: z._default(z.number(), 1) }))),
    })
    .check(z.refine(({ note }) => note !== 'refused', { path: ['note'] })),
);
const parsed = (given: object) => z.safeParse(body, { name: 'Soup', ...given });

it('null in an optional field is as if it were absent, at any depth', () => {
  const absent = { name: 'Soup', tags: ['none'], expiresAt: 'never' };
  expect(parsed({}).data).toStrictEqual(absent);
  expect(parsed({ note: null, tags: null, kind: null, place: null, rows: null }).data).toEqual(absent);
  expect(parsed({ place: { label: null }, rows: [{ count: null }] }).data).toEqual({
    ...absent,
    place: {},
    rows: [{ count: 1 }],
  });
});

it('keeps the meaning of null in a nullable field', () => {
  expect(parsed({ expiresAt: null }).data).toMatchObject({ expiresAt: null });
});

it('refuses null in a required field, and everything else as before', () => {
  expect(parsed({ name: null }).success).toBe(false);
  expect(parsed({ note: 7 }).success).toBe(false);
  expect(parsed({ note: 'refused' }).success).toBe(false);
  expect(parsed({ kind: 'unheard of' }).data).toMatchObject({ kind: 'other' });
});

it('is documented', () => {
  expect(z.toJSONSchema(body, { io: 'input' })).toMatchObject({
    required: ['name'],
    properties: { note: { type: ['string', 'null'] } },
  });
});
