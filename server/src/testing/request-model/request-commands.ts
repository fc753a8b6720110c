import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import {
  confirmedMs,
  type ModelClaim,
  type ModelListing,
  noShowMs,
  offeredUntilMs,
  sideOf,
} from '#server/testing/claim-model/claim-model.ts';
import type { RequestAct } from './request-acts.ts';
import { isOpen, type Model, type ModelRequest, openMatch, expiresAutomaticallyMs } from './request-model.ts';
import { command, type Coverage, type RequestCommand, type Step } from './request-steps.ts';
import { nextMoments } from './request-world.ts';

/** The seats: two who mostly request, three who help, one too far away to, and one who claims listings. */
export const SEATS = ['recipient', 'recipient', 'donor', 'donor', 'donor', 'far donor', 'recipient'] as const;
const [ASKING, HELPING, FAR, CLAIMING] = [[0, 1], [2, 3, 4], 5, [6]] as const;

type Role = 'requester' | 'helper' | 'former' | 'stranger';
type Bare = Exclude<RequestAct['do'], 'ask' | 'match'>;

/** One of many, by a number that may exceed their count. */
const pick = <Thing>(things: readonly Thing[], nth: number): Thing | undefined => things[nth % things.length];

/** The person with this role in the request, if still present. */
function inRole(m: Model, request: ModelRequest, role: Role): string | undefined {
  const helper = openMatch(request)?.helper;
  const before = request.matches.map((match) => match.helper).filter((person) => person !== helper);
  return m.food.seats.find((person) => {
    if (role === 'requester') return person === request.requester;
    if (role === 'helper') return person === helper;
    if (role === 'former') return before.includes(person);
    return ![request.requester, helper, ...before].includes(person);
  });
}

/** All commands, weighted so that the lives of requests are worth testing. */
export function requestCommands(coverage: Coverage): fc.Arbitrary<RequestCommand>[] {
  const nth = fc.nat(11);
  const anySeat = fc.nat(SEATS.length - 1);
  /** Mostly a person it concerns, now and then any person. */
  const seatOf = (mostly: readonly number[]): fc.Arbitrary<number> =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...mostly) }, { weight: 1, arbitrary: anySeat });
  const make = (name: string, ...steps: readonly Step[]) => command(coverage, name, ...steps);
  const isOffered = (m: Model, listing: ModelListing): boolean =>
    listing.status === 'posted' && m.food.nowMs < offeredUntilMs(listing);

  const post = fc
    .record({
      seat: fc.constantFrom(...HELPING),
      servings: fc.integer({ min: 1, max: 5 }),
      lasts: fc.constantFrom(1, 4, 30, 72).map((hours) => hours * HOUR_MS),
    })
    .map(({ seat, servings, lasts }) =>
      make(`post ${seat} ${servings} ${lasts}`, (m) => {
        const [by, { nowMs }] = [m.food.seats[seat], m.food];
        return by === undefined
          ? undefined
          : { do: 'post', by, servings, fromMs: nowMs, untilMs: nowMs + lasts, expiryMs: null };
      }),
    );
  const ask = fc.tuple(seatOf(ASKING), fc.integer({ min: 1, max: 4 })).map(([seat, household]) =>
    make(`ask ${seat} ${household}`, (m) => {
      const by = m.food.seats[seat];
      return by === undefined ? undefined : { do: 'ask', by, household };
    }),
  );
  const match = fc
    .record({
      seat: seatOf([...HELPING, ...HELPING, FAR]),
      nth,
      any: fc.nat(7),
      given: fc.option(nth, { freq: 3 }),
      anyFood: fc.nat(5),
      servings: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
    })
    .map((of) =>
      make(`match ${JSON.stringify(of)}`, (m) => {
        const pending = m.requests.filter(({ status }) => status === 'pending');
        const request = pick(of.any === 0 ? m.requests.slice(-12) : pending, of.nth);
        const by = m.food.seats[of.seat];
        if (!request || by === undefined) return undefined;
        const own = m.food.listings.filter((each) => each.donor === by && isOffered(m, each));
        const listing = of.given === null ? null : pick(of.anyFood === 0 ? m.food.listings : own, of.given);
        return { do: 'match', by, request, listing: listing ?? null, servings: of.servings };
      }),
    );

  /** On a request: mostly one that has a helper. */
  const onRequest = (doing: Bare, mostly: readonly Role[], count = 1) =>
    fc
      .record({
        nth,
        any: fc.nat(9),
        role: fc.oneof(
          { weight: 10, arbitrary: fc.constantFrom(...mostly) },
          { weight: 4, arbitrary: fc.constantFrom<Role>('requester', 'helper', 'former', 'stranger') },
        ),
      })
      .map((of) => {
        const step: Step = (m) => {
          const fit = m.requests.filter(({ status }) => status === 'matched');
          const request = pick(of.any === 0 && doing !== 'write' ? m.requests.slice(-12) : fit, of.nth);
          const by = request && inRole(m, request, of.role);
          if (!request || by === undefined) return undefined;
          // others have no conversation to write in
          if (doing === 'write' && of.role !== 'helper' && of.role !== 'requester') return undefined;
          return { do: doing, by, request };
        };
        return make(`${doing} ${JSON.stringify(of)}`, ...Array.from({ length: count }, () => step));
      });
  const cancel = fc.tuple(nth, fc.nat(3)).map(([which, any]) =>
    make(`cancel ${which} ${any}`, (m) => {
      const request = pick(any === 0 ? m.requests.slice(-12) : m.requests.filter(isOpen), which);
      const by = request && inRole(m, request, 'requester');
      return request && by !== undefined ? { do: 'cancel', by, request } : undefined;
    }),
  );
  /** Matches and releases, over and over. */
  const dither = fc.tuple(fc.constantFrom(...HELPING), nth).map(([seat, which]) => {
    const step: Step = (m) => {
      const by = m.food.seats[seat];
      const held = m.requests.find((each) => by !== undefined && openMatch(each)?.helper === by);
      const request =
        held ??
        pick(
          m.requests.filter(({ status }) => status === 'pending'),
          which,
        );
      if (!request || by === undefined) return undefined;
      return held
        ? { do: 'let go', by, request }
        : { do: 'match', by, request, listing: null, servings: null };
    };
    return make(`dither ${seat} ${which}`, ...Array.from({ length: 7 }, () => step));
  });
  /** Creates a request and cancels it, over and over. */
  const waver = fc.constantFrom(...ASKING).map((seat) => {
    const step: Step = (m) => {
      const by = m.food.seats[seat];
      const request = m.requests.find((each) => each.requester === by && isOpen(each));
      if (by === undefined) return undefined;
      return request ? { do: 'cancel', by, request } : { do: 'ask', by, household: 1 };
    };
    return make(`waver ${seat}`, ...Array.from({ length: 8 }, () => step));
  });

  const isWith = (m: Model, one: ModelClaim): boolean => m.requests.some(({ id }) => id === one.requestId);
  const claim = fc
    .tuple(seatOf([...CLAIMING, ...ASKING]), nth, fc.option(fc.integer({ min: 1, max: 3 })))
    .map(([seat, which, servings]) =>
      make(`claim ${seat} ${which} ${servings}`, (m) => {
        const by = m.food.seats[seat];
        const listing = pick(
          m.food.listings.filter((each) => isOffered(m, each) && each.donor !== by),
          which,
        );
        return listing && by !== undefined ? { do: 'claim', by, listing, servings } : undefined;
      }),
    );
  type OnClaim = 'release' | 'confirm' | 'right code' | 'no-show' | 'share place' | 'coming' | 'dispute';
  /** Through the claim's own actions: mostly one that answers a request. */
  const onClaim = (
    doing: OnClaim,
    sides: readonly ('donor' | 'claimer')[],
    fit: (one: ModelClaim, m: Model) => boolean = () => true,
  ) =>
    fc.record({ nth, any: fc.nat(3), side: fc.constantFrom(...sides) }).map((of) =>
      make(`${doing} ${JSON.stringify(of)}`, (m) => {
        const open = m.food.claims.filter((each) => each.status === 'open' && fit(each, m));
        const one = pick(of.any === 0 ? open : open.filter((each) => isWith(m, each)), of.nth);
        const by = one && m.food.seats.find((person) => sideOf(one, person) === of.side);
        if (!one || by === undefined) return undefined;
        return doing === 'release'
          ? { do: doing, by, claim: one, reason: null }
          : { do: doing, by, claim: one };
      }),
    );
  const withdraw = nth.map((which) =>
    make(`withdraw ${which}`, (m) => {
      const listing = pick(
        m.food.listings.filter((each) => isOffered(m, each) && m.food.seats.includes(each.donor)),
        which,
      );
      return listing && { do: 'withdraw', by: listing.donor, listing };
    }),
  );

  /** Mostly of two people with a common request or claim. */
  const block = fc.tuple(nth, anySeat, anySeat, fc.boolean()).map(([which, one, two, isRequester]) =>
    make(`block ${which} ${one} ${two} ${isRequester}`, (m) => {
      const request = pick(
        m.requests.filter(({ status }) => status === 'matched'),
        which,
      );
      const [asked, helps] = [
        request && inRole(m, request, 'requester'),
        request && inRole(m, request, 'helper'),
      ];
      const pair =
        asked !== undefined && helps !== undefined ? [asked, helps] : [m.food.seats[one], m.food.seats[two]];
      const [by, other] = isRequester ? pair : pair.toReversed();
      return by !== undefined && other !== undefined && by !== other ? { do: 'block', by, other } : undefined;
    }),
  );
  const unblock = nth.map((which) =>
    make(`unblock ${which}`, (m) => {
      const [by, other] = pick([...m.food.blocks], which)?.split('>') ?? [];
      return by !== undefined && other !== undefined ? { do: 'unblock', by, other } : undefined;
    }),
  );
  const close = anySeat.map((seat) =>
    make(`close ${seat}`, (m) => {
      const by = m.food.seats[seat];
      return by === undefined ? undefined : { do: 'close', by, seat };
    }),
  );
  /** Lets a match reach the moment just before it ends by itself, and then the end itself. */
  const leave = nth.map((which) => {
    const waitUntilSettledLess =
      (earlyMs: number): Step =>
      (m) => {
        const moments = m.requests.flatMap((each) => {
          const open = openMatch(each);
          return (open && expiresAutomaticallyMs(each, open)) ?? [];
        });
        const ms = (pick(moments, which) ?? 0) - earlyMs - m.food.nowMs;
        return ms > 0 ? { do: 'wait', ms } : undefined;
      };
    const work: Step = () => ({ do: 'jobs' });
    return make(`leave ${which}`, waitUntilSettledLess(1), work, waitUntilSettledLess(0), work);
  });
  const wait = fc
    .constantFrom(MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, DAY_MS)
    .map((ms) => make(`wait ${ms / HOUR_MS} h`, () => ({ do: 'wait', ms })));
  /** Moves to a moment at which something changes, or just before it. */
  const waitUntil = fc.tuple(fc.nat(3), fc.constantFrom(0, 0, 1)).map(([which, early]) =>
    make(`wait for moment ${which} less ${early} ms`, (m) => {
      const at = pick(nextMoments(m).slice(0, 4), which);
      const ms = (at ?? 0) - early - m.food.nowMs;
      return ms > 0 ? { do: 'wait', ms } : undefined;
    }),
  );
  const jobs = fc.constant(make('jobs', () => ({ do: 'jobs' })));

  const often = (count: number, one: fc.Arbitrary<RequestCommand>) =>
    Array.from({ length: count }, () => one);
  return [
    ...often(10, post),
    ...often(20, ask),
    ...often(36, match),
    ...often(5, onRequest('let go', ['requester', 'helper', 'former'])),
    ...often(3, onRequest('cancel', ['requester'])),
    ...often(2, cancel),
    ...often(8, onRequest('say done', ['requester', 'helper'])),
    ...often(2, onRequest('say done', ['former'])),
    ...often(2, onRequest('enter code', ['helper'])),
    ...often(2, onRequest('enter wrong code', ['helper'])),
    ...often(2, onRequest('enter wrong code', ['helper'], 6)),
    ...often(4, onRequest('share home', ['requester'])),
    ...often(2, onRequest('name place', ['requester'])),
    ...often(8, onRequest('write', ['helper', 'helper', 'requester'])),
    dither,
    waver,
    ...often(6, claim),
    ...often(2, onClaim('release', ['donor', 'claimer'])),
    ...often(
      2,
      onClaim('release', ['donor', 'claimer'], (one) => confirmedMs(one) !== null),
    ),
    ...often(3, onClaim('confirm', ['donor', 'claimer'])),
    ...often(2, onClaim('right code', ['donor'])),
    ...often(
      3,
      onClaim('no-show', ['donor'], (one, m) => m.food.nowMs >= noShowMs(one)),
    ),
    ...often(2, onClaim('share place', ['donor'])),
    onClaim('coming', ['claimer']),
    ...often(
      3,
      onClaim('dispute', ['donor', 'claimer'], (one) => confirmedMs(one) !== null),
    ),
    ...often(5, leave),
    withdraw,
    ...often(2, block),
    ...often(5, unblock),
    close,
    ...often(4, wait),
    ...often(12, waitUntil),
    ...often(12, jobs),
  ];
}
