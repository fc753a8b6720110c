import { listListingsSpec } from '@openlarder/domain/listings/feed-schemas.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compileSerializer } from './reply-serializer.ts';
import { sized } from '#server/test/long-run.ts';

const schema = z.object({
  id: z.uuid(),
  title: z.string(),
  short: z.string().check(z.maxLength(3)),
  count: z.number(),
  isOpen: z.boolean(),
  kind: z.enum(['a', 'b']),
  note: z.nullable(z.string()),
  more: z.optional(z.string()),
  tags: z.array(z.enum(['x', 'y'])).check(z.overwrite((tags) => [...new Set(tags)])),
  place: z.nullable(z.object({ latitude: z.number() })),
  people: z.array(z.object({ name: z.string() })),
});

const declared = {
  id: fc.uuid(),
  title: fc.string(),
  short: fc.string({ maxLength: 3 }),
  count: fc.double({ noNaN: true, noDefaultInfinity: true }),
  isOpen: fc.boolean(),
  kind: fc.constantFrom('a', 'b'),
  note: fc.option(fc.string()),
  more: fc.option(fc.string(), { nil: undefined }),
  tags: fc.array(fc.constantFrom('x', 'y')),
  place: fc.option(fc.record({ latitude: fc.integer(), exact: fc.string() })),
  people: fc.array(fc.record({ name: fc.string(), email: fc.emailAddress() }), { maxLength: 3 }),
};
const right = fc.record({ ...declared, address: fc.string(), token: fc.string() });
/** The same with a field of another type. */
const wrong = fc
  .tuple(right, fc.constantFrom(...Object.keys(declared)), fc.anything())
  .map(([answer, field, value]) => ({ ...answer, [field]: value }));

/** The encoding of the library; null if it throws. */
function byLibrary(answer: unknown): string | null {
  const encoded = z.safeEncode(schema, answer as z.output<typeof schema>);
  return encoded.success ? JSON.stringify(encoded.data) : null;
}

function byUs(answer: unknown): string | null {
  try {
    return compileSerializer(schema)(answer);
  } catch {
    return null;
  }
}

describe('a reply', () => {
  test('equals the encoding of the library, without undeclared fields', () => {
    fc.assert(
      fc.property(right, (answer) => {
        const bytes = byUs(answer);
        expect(bytes).toBe(byLibrary(answer));
        expect(bytes).not.toBeNull();
        expect(bytes).not.toMatch(/"(address|token|email|exact)":/);
      }),
    );
  });

  test('throws where the library throws', () => {
    fc.assert(
      fc.property(wrong, (answer) => {
        expect(byUs(answer)).toBe(byLibrary(answer));
      }),
      { numRuns: sized(150, 500) },
    );
  });

  test('throws without the value in the message', () => {
    const listings = compileSerializer(listListingsSpec.responses[200]);
    expect(() => listings([{ id: 'Grove Street 7' }])).toThrow(
      /^the answer is not what its schema declares at body\[\]\.id$/,
    );
  });
});
