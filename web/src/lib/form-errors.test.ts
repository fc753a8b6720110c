import { errorText } from '@openlarder/domain/kernel/app-error.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractResolver } from './form-errors.ts';

const schema = z.object({ amount: z.int({ error: errorText('invalid') }), note: z.optional(z.string()) });
const options = { fields: {}, shouldUseNativeValidation: false };

it("shows sentences instead of the schema's keys", async () => {
  const { errors } = await contractResolver(schema)({ amount: 1.5, note: 'x' }, undefined, options);
  expect(errors['amount']?.message).toBe('Please check this.');
});

it('passes on the values that the schema returns', async () => {
  const trimmed = z.object({ note: z.string().check(z.trim()) });
  const { values, errors } = await contractResolver(trimmed)({ note: ' hi ' }, undefined, options);
  expect([values, errors]).toEqual([{ note: 'hi' }, {}]);
});
