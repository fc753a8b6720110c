import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disputeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { BROKEN_POINTS, recognitionFixture } from '#server/test/factories/recognition-fixture.ts';
import { sized } from '#server/test/long-run.ts';
import { countAnsweredRequests } from './ledger/recognize-handover.ts';
import * as recognition from './recognition.service.ts';

const { answer, as, clock, ctx, donor, give, pool } = await recognitionFixture();

const PEOPLE = 4;
const KINDS = [
  'give',
  'give',
  'give',
  'answer',
  'dispute',
  'hide',
  'show',
  'count',
  'wait',
  'close',
] as const;
const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(PEOPLE - 1),
  other: fc.nat(PEOPLE - 1),
  servings: fc.integer({ min: 1, max: 40 }),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Lets people do things; what is refused, as a limit is reached, does not happen. */
function history(people: readonly TestCaller[]) {
  const handedOver: { readonly id: string; readonly giver: TestCaller }[] = [];
  const closed = new Set<TestCaller>();
  const show = (person: TestCaller, leaderboardVisible: boolean) =>
    as(person, { method: 'PUT', url: '/api/users/profile', payload: { leaderboardVisible } });

  return async ({ kind, who, other, servings }: Act): Promise<void> => {
    const [person, receiver] = [people[who], people[other]];
    if (kind === 'wait') return clock.forward((servings % 9) * DAY_MS);
    if (kind === 'count') return void (await countAnsweredRequests(ctx));
    if (!person || !receiver || closed.has(person) || closed.has(receiver)) return undefined;
    if (kind === 'hide' || kind === 'show') return void (await show(person, kind === 'show'));
    if (kind === 'close') {
      await as(person, { method: 'POST', url: '/api/users/close-account', payload: {} });
      return void closed.add(person);
    }
    const last = handedOver.at(-1);
    if (kind === 'dispute' && last && !closed.has(last.giver))
      return void (await disputeHandover(ctx, last.giver, last.id));
    if (person === receiver) return undefined;
    if (kind === 'give') handedOver.push({ id: await give(person, receiver, servings), giver: person });
    if (kind === 'answer') handedOver.push({ id: await answer(person, receiver), giver: person });
    return undefined;
  };
}

test(
  'after any history the ledger, its sums and the histogram agree, and a rebuild changes nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25, size: 'max' }), async (acts) => {
        const happen = history(await Promise.all(Array.from({ length: PEOPLE }, () => donor())));
        for (const each of acts)
          await happen(each).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
        expect((await pool.query(BROKEN_POINTS)).rows).toEqual([]);
        expect(await recognition.rebuildPoints(ctx)).toEqual({ totals: 0, months: 0, histogram: 0 });
      }),
      { numRuns: sized(8, 100), endOnFailure: true },
    );
    const { rows } = await pool.query('select cause from point_entry group by cause');
    expect(rows.length).toBeGreaterThan(2);
  },
  sized(60_000, 600_000),
);
