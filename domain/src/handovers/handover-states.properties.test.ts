import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../kernel/time.ts';
import {
  allowedHandoverActions,
  HANDOVER_ACTIONS,
  HANDOVER_SIDES,
  HANDOVER_STATUSES,
  handoverActionRefusal,
  type HandoverFacts,
  missReportableAtMs,
  otherSide,
} from './handover-states.ts';

/** Times that often coincide. */
const quarter = (max: number) => fc.integer({ min: 0, max }).map((count) => count * 15 * MINUTE_MS);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const anySide = fc.constantFrom(...HANDOVER_SIDES);
const anyFacts: fc.Arbitrary<HandoverFacts> = fc
  .record({
    status: fc.constantFrom(...HANDOVER_STATUSES, 'open' as const, 'open' as const),
    side: anySide,
    giverConfirmed: fc.boolean(),
    receiverConfirmed: fc.boolean(),
    codeLocked: fc.boolean(),
    ownPlace: fc.constantFrom('none', 'hidden', 'revealed'),
    placeKnown: fc.boolean(),
    hasListing: fc.boolean(),
    answersRequest: fc.boolean(),
    saidComing: fc.boolean(),
    proposal: maybe(fc.record({ timeMs: quarter(60), by: anySide })),
    disputed: fc.boolean(),
    createdAtMs: quarter(20),
    endedAtMs: maybe(quarter(60)),
    windowFromMs: quarter(20),
    lasts: quarter(20),
    agreedTimeMs: maybe(quarter(40)),
    agreedAtMs: maybe(quarter(40)),
    askedAtMs: maybe(quarter(40)),
    giverOnMyWayAtMs: maybe(quarter(40)),
    receiverOnMyWayAtMs: maybe(quarter(40)),
    nowMs: quarter(120),
  })
  .map(({ lasts, ...facts }) => ({ ...facts, windowUntilMs: facts.windowFromMs + lasts }));

describe('for any handover', () => {
  test('allows exactly the actions that are not refused, and after the end at most a dispute', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const allowed = allowedHandoverActions(facts);
        for (const action of HANDOVER_ACTIONS)
          expect(allowed.includes(action)).toBe(handoverActionRefusal(action, facts) === null);
        if (facts.status !== 'open') expect(allowed.filter((action) => action !== 'dispute')).toEqual([]);
      }),
    );
  });

  test('a report waits for the question and for the person who is on their way; nothing shortens the wait', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const onTheirWay =
          facts.side === 'giver' ? { receiverOnMyWayAtMs: facts.nowMs } : { giverOnMyWayAtMs: facts.nowMs };
        const meeting = facts.agreedTimeMs ?? facts.windowUntilMs;
        const reportable = missReportableAtMs(facts);
        expect(reportable).toBeGreaterThanOrEqual(meeting + 30 * MINUTE_MS);
        expect(missReportableAtMs({ ...facts, ...onTheirWay })).toBeGreaterThanOrEqual(
          Math.min(reportable, facts.nowMs),
        );
        for (const action of ['report_no_show', 'report_no_food'] as const)
          if (handoverActionRefusal(action, facts) === null) {
            expect(facts.nowMs).toBeGreaterThanOrEqual(reportable);
            // the person who may accuse may as well just stop waiting
            expect(handoverActionRefusal('stop_waiting', facts)).toBeNull();
          }
      }),
    );
  });

  test('an open one can always be ended: by a release, or by confirming or disputing the other side’s confirmation', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { side } = facts;
        const open = { ...facts, status: 'open', disputed: false } as const;
        const isOtherConfirmed = side === 'giver' ? open.receiverConfirmed : open.giverConfirmed;
        // a handover that both have confirmed is not open
        if (open.giverConfirmed && open.receiverConfirmed) return;
        const allowed = allowedHandoverActions(open);
        expect(allowed.includes('release')).toBe(!isOtherConfirmed);
        expect(allowed.includes('dispute')).toBe(isOtherConfirmed);
        if (isOtherConfirmed) expect(allowed).toContain('confirm');
      }),
    );
  });

  test('no person can accept their own proposal, and requesters are never reported for a no-show', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const allowed = allowedHandoverActions(facts);
        if (allowed.includes('accept_time')) expect(facts.proposal?.by).toBe(otherSide(facts.side));
        if (facts.answersRequest) expect(allowed).not.toContain('report_no_show');
      }),
    );
  });
});
