import { RELEASE_REASONS, type ReleaseReason } from '@openlarder/domain/claims/claim-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import type { Act } from './claim-acts.ts';
import {
  confirmedMs,
  type Model,
  type ModelClaim,
  type ModelListing,
  noShowMs,
  offeredUntilMs,
  openOn,
  expiresAutomaticallyMs,
  sideOf,
} from './claim-model.ts';
import { type ClaimCommand, command, type Coverage, type Step, times } from './claim-steps.ts';
import { nextMoments } from './claim-world.ts';

type OnListing = { readonly by: string; readonly listing: ModelListing };
type Role = 'donor' | 'claimer' | 'stranger';

/** One of many, by a number that may exceed their count. */
const pick = <Thing>(things: readonly Thing[], nth: number): Thing | undefined => things[nth % things.length];

/** The person with this role in the claim, if still present. */
function inRole(m: Model, claim: ModelClaim, role: Role): string | undefined {
  if (role === 'stranger') return m.seats.find((person) => sideOf(claim, person) === null);
  const person = role === 'donor' ? claim.listing.donor : claim.claimer;
  return m.seats.includes(person) ? person : undefined;
}

/** All commands, weighted so that the lives of claims are worth testing. */
export function claimCommands(coverage: Coverage): fc.Arbitrary<ClaimCommand>[] {
  const seat = fc.nat(2);
  const nth = fc.nat(11);
  /** Mostly someone who may do it, now and then someone who may not. */
  const roleOf = (...mostly: readonly Role[]): fc.Arbitrary<Role> =>
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...mostly) },
      { weight: 2, arbitrary: fc.constantFrom<Role>('donor', 'claimer', 'stranger') },
    );
  const servings = fc.integer({ min: 1, max: 5 });
  const make = (name: string, ...steps: readonly Step[]) => command(coverage, name, ...steps);

  const post = fc
    .record({
      // most food belongs to one person, so that the others meet there
      seat: fc.constantFrom(0, 0, 0, 0, 1, 2),
      servings,
      beginsIn: fc.constantFrom(-1, 0, 0.5, 2, 5).map((hours) => hours * HOUR_MS),
      lasts: fc.constantFrom(0.5, 4, 8, 30, 72).map((hours) => hours * HOUR_MS),
      expires: fc.option(fc.constantFrom(0.5, 1), { freq: 4 }),
    })
    .map((of) =>
      make(`post ${JSON.stringify(of)}`, (m) => {
        const fromMs = m.nowMs + of.beginsIn;
        const untilMs = Math.max(fromMs, m.nowMs) + of.lasts;
        const expiryMs = of.expires === null ? null : m.nowMs + (untilMs - m.nowMs) * of.expires;
        const by = m.seats[of.seat];
        return by === undefined
          ? undefined
          : { do: 'post', by, servings: of.servings, fromMs, untilMs, expiryMs };
      }),
    );

  const isOffered = (m: Model, listing: ModelListing): boolean =>
    listing.status === 'posted' && m.nowMs < offeredUntilMs(listing);
  /** On a listing: mostly one that is offered. */
  const onListing = <Extra>(
    name: string,
    extra: fc.Arbitrary<Extra>,
    toAct: (on: OnListing, extra: Extra, m: Model) => Act,
    byDonor: boolean,
  ) =>
    fc.record({ nth, who: seat, any: fc.nat(7), extra }).map((of) =>
      make(`${name} ${JSON.stringify(of)}`, (m) => {
        const offered = m.listings.filter((each) => isOffered(m, each));
        const listing = pick(of.any === 0 ? m.listings : offered, of.nth);
        if (!listing) return undefined;
        const others = m.seats.filter((person) => person !== listing.donor);
        const isDonors = byDonor === of.any > 0 && m.seats.includes(listing.donor);
        const by = isDonors ? listing.donor : pick(others, of.who);
        return by === undefined ? undefined : toAct({ by, listing }, of.extra, m);
      }),
    );
  const claim = onListing(
    'claim',
    fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
    (on, wanted) => ({ do: 'claim', ...on, servings: wanted }),
    false,
  );
  const withdraw = onListing('withdraw', fc.constant(null), (on) => ({ do: 'withdraw', ...on }), true);
  const reschedule = onListing(
    'reschedule',
    fc.constantFrom(-30, -3, -1, 0, 1, 4, 24).map((hours) => hours * HOUR_MS),
    (on, moved) => ({ do: 'reschedule', ...on, untilMs: on.listing.untilMs + moved }),
    true,
  );
  const recount = onListing(
    'recount',
    servings,
    (on, counted) => ({ do: 'recount', ...on, servings: counted }),
    true,
  );

  const isOpen = ({ status }: ModelClaim): boolean => status === 'open';
  type Choice = { readonly count?: number; readonly fit?: (claim: ModelClaim, m: Model) => boolean };
  /** On a claim: mostly one that is `fit`, and by a person it concerns. */
  const onClaim = <Extra>(
    name: string,
    role: fc.Arbitrary<Role>,
    extra: fc.Arbitrary<Extra>,
    toAct: (on: { by: string; claim: ModelClaim }, extra: Extra) => Act,
    { count = 1, fit = isOpen }: Choice = {},
  ) =>
    fc.record({ nth, role, any: fc.nat(7), extra }).map((of) =>
      make(
        `${name} ${JSON.stringify(of)}`,
        ...times(count, (m) => {
          const fitting = m.claims.filter((each) => fit(each, m));
          const one = pick(of.any === 0 ? m.claims.slice(-12) : fitting, of.nth);
          const by = one && inRole(m, one, of.role);
          return one && by !== undefined ? toAct({ by, claim: one }, of.extra) : undefined;
        }),
      ),
    );
  type Bare = 'confirm' | 'right code' | 'wrong code' | 'no-show' | 'share place' | 'coming' | 'dispute';
  const bare = (doing: Bare, role: fc.Arbitrary<Role>, choice: Choice = {}) =>
    onClaim(doing, role, fc.constant(null), (on) => ({ do: doing, ...on }), choice);
  const reason = fc.option(fc.constantFrom<ReleaseReason>(...RELEASE_REASONS, 'no_food', 'food_gone'), {
    freq: 4,
  });
  const release = onClaim('release', roleOf('donor', 'claimer'), reason, (on, why) => ({
    do: 'release',
    ...on,
    reason: why,
  }));
  /** A listing this person claims, or one that others offer. */
  const visit = (
    name: string,
    count: number,
    actOn: (on: OnListing, held: ModelClaim | undefined, m: Model) => Act,
  ) =>
    fc.tuple(nth, seat).map(([which, who]) =>
      make(
        `${name} ${which} ${who}`,
        ...times(count, (m) => {
          const by = m.seats[who];
          const held = m.claims.find(
            (one) => isOpen(one) && one.claimer === by && m.seats.includes(one.listing.donor),
          );
          const others = m.listings.filter((each) => isOffered(m, each) && each.donor !== by);
          const listing = held?.listing ?? pick(others, which);
          return listing && by !== undefined ? actOn({ by, listing }, held, m) : undefined;
        }),
      ),
    );
  /** Claims and releases, over and over. */
  const dither = visit('dither', 22, (on, held) =>
    held
      ? { do: 'release', by: on.by, claim: held, reason: 'cannot_come' }
      : { do: 'claim', ...on, servings: null },
  );
  /** Claims and does not come, three times. */
  const letDown = visit('let down', 9, (on, held, m) => {
    if (!held) return { do: 'claim', ...on, servings: 1 };
    const waitMs = noShowMs(held) - m.nowMs;
    return waitMs > 0 ? { do: 'wait', ms: waitMs } : { do: 'no-show', by: on.listing.donor, claim: held };
  });
  /** Claims one listing after the other, always with another available. */
  const gather = seat.map((who) =>
    make(
      `gather ${who}`,
      ...times(8, (m) => {
        const [by, donor] = [m.seats[who], m.seats[(who + 1) % 3]];
        if (by === undefined || donor === undefined) return undefined;
        const listing = m.listings.find(
          (each) =>
            isOffered(m, each) &&
            each.donor === donor &&
            !openOn(m, each).some(({ claimer }) => claimer === by),
        );
        if (listing) return { do: 'claim', by, listing, servings: 1 };
        const untilMs = m.nowMs + 8 * HOUR_MS;
        return { do: 'post', by: donor, servings: 2, fromMs: m.nowMs, untilMs, expiryMs: null };
      }),
    ),
  );
  /** Lets a claim reach the moment just before it ends by itself, and then the end itself. */
  const leave = nth.map((which) => {
    const waitUntilSettledLess =
      (earlyMs: number): Step =>
      (m) => {
        const one = pick(m.claims.filter(isOpen), which);
        const waitMs = one ? expiresAutomaticallyMs(one) - earlyMs - m.nowMs : 0;
        return waitMs > 0 ? { do: 'wait', ms: waitMs } : undefined;
      };
    const work: Step = () => ({ do: 'jobs' });
    return make(`leave ${which}`, waitUntilSettledLess(1), work, waitUntilSettledLess(0), work);
  });

  const block = fc.tuple(seat, fc.integer({ min: 1, max: 2 })).map(([who, step]) =>
    make(`block ${who} ${step}`, (m) => {
      const [by, other] = [m.seats[who], m.seats[(who + step) % 3]];
      return by !== undefined && other !== undefined ? { do: 'block', by, other } : undefined;
    }),
  );
  const unblock = nth.map((which) =>
    make(`unblock ${which}`, (m) => {
      const [by, other] = pick([...m.blocks], which)?.split('>') ?? [];
      return by !== undefined && other !== undefined ? { do: 'unblock', by, other } : undefined;
    }),
  );
  const close = seat.map((who) =>
    make(`close ${who}`, (m) => {
      const by = m.seats[who];
      return by === undefined ? undefined : { do: 'close', by, seat: who };
    }),
  );

  const wait = fc
    .constantFrom(10 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, DAY_MS, 3 * DAY_MS)
    .map((ms) => make(`wait ${ms / HOUR_MS} h`, () => ({ do: 'wait', ms })));
  /** Moves to a moment at which something changes, or just before it. */
  const waitUntil = fc.tuple(fc.nat(3), fc.constantFrom(0, 0, 1)).map(([which, early]) =>
    make(`wait for moment ${which} less ${early} ms`, (m) => {
      const at = pick(nextMoments(m).slice(0, 4), which);
      return at === undefined || at - early <= m.nowMs ? undefined : { do: 'wait', ms: at - early - m.nowMs };
    }),
  );
  const jobs = fc.constant(make('jobs', () => ({ do: 'jobs' })));

  const isDisputable = (one: ModelClaim): boolean =>
    one.status === 'completed' || one.status === 'no_show' || (isOpen(one) && confirmedMs(one) !== null);
  const both = roleOf('donor', 'claimer');
  const [donor, claimer] = [roleOf('donor'), roleOf('claimer')];
  const often = (count: number, one: fc.Arbitrary<ClaimCommand>) => Array.from({ length: count }, () => one);
  return [
    ...often(14, post),
    ...often(40, claim),
    ...often(2, withdraw),
    ...often(5, reschedule),
    ...often(3, recount),
    ...often(8, release),
    ...often(10, bare('confirm', both)),
    ...often(3, bare('right code', donor)),
    ...often(2, bare('wrong code', donor)),
    ...often(2, bare('wrong code', donor, { count: 6 })),
    ...often(10, bare('no-show', donor, { fit: (one, m) => isOpen(one) && m.nowMs >= one.listing.fromMs })),
    ...often(3, bare('share place', donor)),
    ...often(6, bare('coming', claimer)),
    ...often(10, bare('dispute', both, { fit: isDisputable })),
    dither,
    letDown,
    gather,
    ...often(2, leave),
    ...often(2, block),
    ...often(12, unblock),
    close,
    ...often(2, wait),
    ...often(14, waitUntil),
    ...often(14, jobs),
  ];
}
