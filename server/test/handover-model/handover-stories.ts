import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import type { Act } from './handover-acts.ts';
import * as model from './handover-model.ts';
import type { Model, ModelHandover } from './handover-model.ts';
import { command, type Coverage, type HandoverCommand, type Step, times } from './handover-steps.ts';

const pick = <Thing>(things: readonly Thing[], nth: number): Thing | undefined => things[nth % things.length];
const waitUntil = (m: Model, atMs: number): Act | undefined =>
  atMs > m.nowMs ? { do: 'wait', ms: atMs - m.nowMs } : undefined;
const tasks: Step = () => ({ do: 'tasks' });
const on = (handover: ModelHandover, side: 'giver' | 'receiver') => ({
  by: handover[side],
  handover,
});

/** When an open handover ends automatically, by silence or by its time. */
const endMs = (m: Model, one: ModelHandover): number => model.silentMs(m, one) ?? model.endsAtMs(one);

/** Sequences of acts that random commands would seldom produce. */
export function stories(coverage: Coverage): fc.Arbitrary<HandoverCommand>[] {
  const nth = fc.nat(11);
  const seat = fc.nat(5);
  const make = (name: string, ...steps: readonly Step[]) => command(coverage, name, ...steps);
  /** An open handover of one of the existing kinds. */
  const open = (m: Model, which: number): ModelHandover | undefined => {
    const kinds = Map.groupBy(m.handovers.filter(model.isOpen), model.kindOf);
    return pick(pick([...kinds.values()], which) ?? [], which);
  };

  /** Claims and releases, over and over. */
  const ditherOverClaims = fc.tuple(nth, seat).map(([which, who]) =>
    make(
      `dither over claims ${which} ${who}`,
      ...times(22, (m) => {
        const by = m.seats[who];
        const held = m.handovers.find((one) => model.isOpen(one) && one.receiver === by && !one.request);
        if (by === undefined) return undefined;
        if (held) return { do: 'release', by, handover: held, reason: 'cannot_come' };
        const others = m.listings.filter((each) => model.isOffered(m, each) && each.donor !== by);
        const listing = pick(others, which);
        return listing && { do: 'claim', by, listing, servings: null };
      }),
    ),
  );
  /** Matches and releases, over and over; or asks and cancels. */
  const ditherOverRequests = fc.tuple(nth, seat).map(([which, who]) =>
    make(
      `dither over requests ${which} ${who}`,
      ...times(8, (m) => {
        const by = m.seats[who];
        if (by === undefined) return undefined;
        const own = m.requests.find((each) => each.requester === by && model.isRunning(each));
        if (m.kinds.get(by) === 'recipient')
          return own ? { do: 'cancel', by, request: own } : { do: 'ask', by, household: 1 };
        const held = m.handovers.find((one) => model.isOpen(one) && one.giver === by && one.request);
        if (held) return { do: 'release', by, handover: held, reason: 'other' };
        const pending = m.requests.filter(({ status }) => status === 'pending');
        const request = pick(pending, which);
        return request && { do: 'match', by, request, listing: null, servings: null };
      }),
    ),
  );
  /** Requests food, and every helper finds it not genuine; then requests again. */
  const complain = fc.constantFrom(0, 1).map((who) =>
    make(
      `complain ${who}`,
      ...times(10, (m) => {
        const by = m.seats[who] ?? '';
        const request = m.requests.find((each) => each.requester === by && model.isRunning(each));
        if (!request) return { do: 'ask', by, household: 1 };
        const held = model.openFor(m, request);
        if (held) return { do: 'release', by: held.giver, handover: held, reason: 'not_genuine' };
        const helper = m.seats.find(
          (person) =>
            m.kinds.get(person) === 'donor' &&
            !model.isBlockedBetween(m, by, person) &&
            model.matchesBy(m, request, person).length === 0,
        );
        if (helper === undefined) return { do: 'cancel', by, request };
        return { do: 'match', by: helper, request, listing: null, servings: null };
      }),
    ),
  );
  /** Answers a request with a listing, which is posted first where there is none. */
  const give = fc.tuple(nth, fc.constantFrom(2, 3, 4), fc.constantFrom(1, 8, 30)).map(([which, who, hours]) =>
    make(
      `give ${which} ${who} ${hours}`,
      ...times(2, (m) => {
        const by = m.seats[who];
        const pending = m.requests.filter(({ status }) => status === 'pending');
        const request = pick(pending, which);
        if (by === undefined || !request) return undefined;
        const listing = m.listings.find((each) => each.donor === by && model.isOffered(m, each));
        if (listing) return { do: 'match', by, request, listing, servings: null };
        const untilMs = m.nowMs + hours * HOUR_MS;
        return { do: 'post', by, servings: 4, fromMs: m.nowMs, untilMs, expiryMs: null };
      }),
    ),
  );

  /** Waits for the other at the meeting time, and reports as soon as possible that they did not come. */
  const miss = fc
    .record({
      nth,
      doing: fc.constantFrom('no-show', 'no_food', 'stopped_waiting'),
      side: fc.constantFrom('giver', 'receiver'),
      isAsked: fc.constantFrom(true, true, true, false),
      lateMs: fc.constantFrom(0, 0, 25).map((minutes) => minutes * MINUTE_MS),
      isOnTheWay: fc.boolean(),
      isKnown: fc.constantFrom(true, true, true, false),
    })
    .map((of) => {
      const side = of.doing === 'no-show' ? 'giver' : of.doing === 'no_food' ? 'receiver' : of.side;
      let handover: ModelHandover | undefined;
      const atMs = (one: ModelHandover): number =>
        of.doing === 'stopped_waiting' ? model.meetingMs(one) + 15 * MINUTE_MS : model.missMs(one, side);
      const said: Step = () => {
        if (!handover) return undefined;
        const which = { ...on(handover, side) };
        if (of.doing === 'no-show') return { do: 'no-show', ...which };
        return { do: 'release', ...which, reason: of.doing === 'no_food' ? 'no_food' : 'stopped_waiting' };
      };
      const onTheWay = (_m: Model, one: ModelHandover): Act =>
        of.isOnTheWay
          ? { do: 'on my way', ...on(one, model.otherSide(side)) }
          : { do: 'coming', ...on(one, one.listing ? 'receiver' : 'giver') };
      const whileOpen =
        (step: (m: Model, one: ModelHandover) => Act | undefined): Step =>
        (m) =>
          handover && model.isOpen(handover) ? step(m, handover) : undefined;
      return make(
        `miss ${JSON.stringify(of)}`,
        (m) => {
          handover = open(m, of.nth);
          return handover && { do: 'write', ...on(handover, 'giver') };
        },
        whileOpen((_m, one) =>
          of.doing === 'no-show' && of.isKnown ? { do: 'reveal', ...on(one, 'giver') } : undefined,
        ),
        whileOpen((m, one) => waitUntil(m, model.meetingMs(one) + of.lateMs)),
        whileOpen((m) => (of.isAsked ? tasks(m) : undefined)),
        whileOpen(onTheWay),
        whileOpen((m, one) => waitUntil(m, atMs(one) - 1)),
        whileOpen((m) => said(m)),
        whileOpen((m, one) => waitUntil(m, atMs(one))),
        whileOpen((m) => said(m)),
      );
    });

  /** Is reported as missing by two or three givers, and claims again once that counts, as much as is allowed. */
  const letDown = fc.tuple(seat, fc.constantFrom(2, 3)).map(([who, count]) =>
    make(
      `let down ${who} ${count}`,
      ...times(36, (m) => {
        const by = m.seats[who];
        if (by === undefined) return undefined;
        const missed = m.handovers.filter(
          (one) => one.receiver === by && one.status === 'no_show' && one.disputedBy === null,
        );
        const reporters = new Set(missed.map(({ giver }) => giver));
        const givers = m.seats.filter((person) => person !== by && !model.isBlockedBetween(m, by, person));
        const next = givers.find((person) => !reporters.has(person));
        if (next === undefined) return undefined;
        const held = m.handovers.find(
          (one) => model.isOpen(one) && one.receiver === by && one.giver === next,
        );
        if (reporters.size < count) {
          if (held?.listing && !held.request) return sayMissed(m, held);
          return claimOf(m, by, next);
        }
        const countsMs = Math.max(...missed.map(({ endedMs }) => endedMs ?? 0)) + 48 * HOUR_MS;
        return waitUntil(m, countsMs) ?? claimOf(m, by, next);
      }),
    ),
  );
  const sayMissed = (m: Model, one: ModelHandover): Act | undefined => {
    const meetingMs = model.meetingMs(one);
    if (!model.isSince(meetingMs, one.askedMs) && m.nowMs < meetingMs + HOUR_MS)
      return waitUntil(m, meetingMs) ?? { do: 'tasks' };
    if (model.confirmedMs(one) !== null)
      return {
        do: 'confirm',
        by: one.saidMs.giver === null ? one.giver : one.receiver,
        handover: one,
      };
    if (m.grants.get(`${one.listing?.id}|${one.receiver}`) !== Number.POSITIVE_INFINITY)
      return { do: 'reveal', by: one.giver, handover: one };
    const isReady = waitUntil(m, model.missMs(one, 'giver'));
    return isReady ?? { do: 'no-show', by: one.giver, handover: one };
  };
  const claimOf = (m: Model, by: string, donor: string): Act => {
    const listing = m.listings.find(
      (each) =>
        model.isOffered(m, each) &&
        each.donor === donor &&
        !model.openOn(m, each).some(({ receiver }) => receiver === by),
    );
    if (listing) return { do: 'claim', by, listing, servings: 1 };
    const untilMs = m.nowMs + 8 * HOUR_MS;
    return { do: 'post', by: donor, servings: 2, fromMs: m.nowMs, untilMs, expiryMs: null };
  };

  /** Agrees on a time, and is asked an hour before it whether they still come; or agrees too late. */
  const agree = fc.tuple(nth, fc.constantFrom(0, 2, 20)).map(([which, hours]) => {
    let handover: ModelHandover | undefined;
    const whileOpen =
      (step: (m: Model, one: ModelHandover) => Act | undefined): Step =>
      (m) =>
        handover && model.isOpen(handover) ? step(m, handover) : undefined;
    const coming = whileOpen((_m, one) => ({ do: 'coming', ...on(one, one.listing ? 'receiver' : 'giver') }));
    return make(
      `agree ${which} ${hours}`,
      (m) => {
        handover = open(m, which);
        const timeMs = m.nowMs + hours * HOUR_MS;
        return handover && { do: 'propose', ...on(handover, 'giver'), timeMs };
      },
      (m) => (hours === 0 ? waitUntil(m, m.nowMs + 3 * MINUTE_MS) : undefined),
      whileOpen((_m, one) => {
        const timeMs = one.proposal?.timeMs;
        return timeMs === undefined ? undefined : { do: 'accept', ...on(one, 'receiver'), timeMs };
      }),
      whileOpen((m, one) => waitUntil(m, (model.remindMs(one) ?? 0) - 1)),
      coming,
      whileOpen((m, one) => waitUntil(m, model.remindMs(one) ?? 0)),
      coming,
      tasks,
    );
  });
  /** Tries codes until they are locked, and then the right one. */
  const guess = nth.map((which) => {
    let handover: ModelHandover | undefined;
    const entered =
      (doing: 'right code' | 'wrong code'): Step =>
      () =>
        handover && { do: doing, ...on(handover, 'giver') };
    const start: Step = (m) => {
      handover = open(m, which);
      return entered('wrong code')(m);
    };
    return make(`guess ${which}`, start, ...times(5, entered('wrong code')), entered('right code'));
  });

  /** Lets a handover reach the moment just before its automatic end, and then the end itself. */
  const leave = nth.map((which) => {
    const waitUntilEndLess =
      (earlyMs: number): Step =>
      (m) => {
        const one = pick(m.handovers.filter(model.isOpen), which);
        return one && waitUntil(m, endMs(m, one) - earlyMs);
      };
    return make(`leave ${which}`, waitUntilEndLess(1), tasks, waitUntilEndLess(0), tasks);
  });

  const often = (count: number, one: fc.Arbitrary<HandoverCommand>) =>
    Array.from({ length: count }, () => one);
  return [
    ditherOverClaims,
    ditherOverRequests,
    complain,
    ...often(10, give),
    ...often(12, miss),
    letDown,
    ...often(8, agree),
    ...often(4, guess),
    ...often(3, leave),
  ];
}

/** The future moments at which something becomes possible or happens automatically, in order. */
export function nextMoments(m: Model): number[] {
  const moments = [
    ...m.listings
      .filter(({ status }) => status === 'posted' || status === 'claimed')
      .flatMap(({ fromMs, untilMs, expiryMs }) => [fromMs, untilMs, expiryMs ?? untilMs]),
    ...m.requests.filter(model.isRunning).map(model.requestEndMs),
    ...m.handovers.flatMap((one) => {
      const meetingMs = model.meetingMs(one);
      if (!model.isOpen(one)) return [Number(one.endedMs) + DAY_MS, Number(one.endedMs) + 48 * HOUR_MS];
      const minutesAfter = [0, 15, 30, 50, 60].map((minutes) => meetingMs + minutes * MINUTE_MS);
      return [model.remindMs(one) ?? 0, ...minutesAfter, endMs(m, one)];
    }),
  ];
  return [...new Set(moments)].filter((at) => at > m.nowMs).toSorted((a, b) => a - b);
}
