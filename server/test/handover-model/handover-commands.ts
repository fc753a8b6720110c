import { RELEASE_REASONS, type ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import type { Act } from './handover-acts.ts';
import * as model from './handover-model.ts';
import type { Model, ModelHandover, ModelListing, ModelRequest } from './handover-model.ts';
import type { Move } from './handover-moves.ts';
import { command, type Coverage, type HandoverCommand, type Step } from './handover-steps.ts';
import { nextMoments, stories } from './handover-stories.ts';

/** The seats: two people who mostly request food, three who share and help, and one too far away to help. */
export const SEATS = ['recipient', 'recipient', 'donor', 'donor', 'donor', 'far donor'] as const;
const [ASKING, SHARING, FAR] = [[0, 1], [2, 2, 2, 3, 4], 5] as const;

type Role = 'giver' | 'receiver' | 'former' | 'stranger';
type Bare = Exclude<Move['do'], 'release' | 'propose' | 'accept'>;
type Choice = { readonly fit?: (one: ModelHandover, m: Model) => boolean };

/** One of many, by a number that may exceed their count. */
const pick = <Thing>(things: readonly Thing[], nth: number): Thing | undefined => things[nth % things.length];
/** Mostly one that fits, now and then any of the latest. */
const mostly = <Thing>(any: number, fitting: readonly Thing[], all: readonly Thing[], nth: number) =>
  pick(any === 0 ? all.slice(-6) : fitting, nth);

/** The person with this role in the handover, if still present; `former` has helped with its request before. */
function inRole(m: Model, one: ModelHandover, role: Role): string | undefined {
  if (role === 'giver' || role === 'receiver') return m.seats.find((person) => person === one[role]);
  const before = m.handovers.filter(({ request }) => request !== null && request === one.request);
  return m.seats.find(
    (person) =>
      model.sideOf(one, person) === null &&
      before.some(({ giver }) => giver === person) === (role === 'former'),
  );
}

/** All commands, weighted so that the lives of handovers are worth testing. */
export function handoverCommands(coverage: Coverage): fc.Arbitrary<HandoverCommand>[] {
  const nth = fc.nat(11);
  const anySeat = fc.nat(SEATS.length - 1);
  const seatOf = (seats: readonly number[]): fc.Arbitrary<number> =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...seats) }, { weight: 1, arbitrary: anySeat });
  const make = (name: string, ...steps: readonly Step[]) => command(coverage, name, ...steps);
  const some = fc.integer({ min: 1, max: 5 });

  const post = fc
    .record({
      seat: fc.constantFrom(...SHARING, ...SHARING, ...ASKING),
      servings: some,
      beginsIn: fc.constantFrom(-1, 0, 0.5, 2, 5).map((hours) => hours * HOUR_MS),
      lasts: fc.constantFrom(0.5, 4, 8, 30, 72).map((hours) => hours * HOUR_MS),
      expires: fc.option(fc.constantFrom(0.5, 1), { freq: 4 }),
    })
    .map((of) =>
      make(`post ${JSON.stringify(of)}`, (m) => {
        const [by, fromMs] = [m.seats[of.seat], m.nowMs + of.beginsIn];
        const untilMs = Math.max(fromMs, m.nowMs) + of.lasts;
        const expiryMs = of.expires === null ? null : m.nowMs + (untilMs - m.nowMs) * of.expires;
        if (by === undefined) return undefined;
        return { do: 'post', by, servings: of.servings, fromMs, untilMs, expiryMs };
      }),
    );
  type OnListing = { readonly by: string; readonly listing: ModelListing };
  const onListing = <Extra>(
    name: string,
    extra: fc.Arbitrary<Extra>,
    toAct: (on: OnListing, extra: Extra) => Act,
    byDonor: boolean,
  ) =>
    fc.record({ nth, who: nth, any: fc.nat(5), extra }).map((of) =>
      make(`${name} ${JSON.stringify(of)}`, (m) => {
        const offered = m.listings.filter((each) => model.isOffered(m, each));
        const listing = mostly(of.any, offered, m.listings, of.nth);
        if (!listing) return undefined;
        const others = m.seats.filter((person) => person !== listing.donor);
        // a person who does not own it sometimes tries a listing that is not offered
        const isOwners = byDonor ? of.any > 0 : of.any === 0 && of.who % 2 === 0;
        const isDonors = isOwners && m.seats.includes(listing.donor);
        const by = isDonors ? listing.donor : pick(others, of.who);
        return by === undefined ? undefined : toAct({ by, listing }, of.extra);
      }),
    );
  const claim = onListing(
    'claim',
    fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
    (on, servings) => ({ do: 'claim', ...on, servings }),
    false,
  );
  const withdraw = onListing('withdraw', fc.constant(0), (on) => ({ do: 'withdraw', ...on }), true);
  const reschedule = onListing(
    'reschedule',
    fc.constantFrom(-30, -3, -1, 0, 1, 4, 24),
    (on, hours) => ({ do: 'reschedule', ...on, untilMs: on.listing.untilMs + hours * HOUR_MS }),
    true,
  );
  const recount = onListing('recount', some, (on, servings) => ({ do: 'recount', ...on, servings }), true);

  const ask = fc.tuple(seatOf(ASKING), some).map(([seat, household]) =>
    make(`ask ${seat} ${household}`, (m) => {
      const by = m.seats[seat];
      return by === undefined ? undefined : { do: 'ask', by, household };
    }),
  );
  const isPending = ({ status }: ModelRequest): boolean => status === 'pending';
  const match = fc
    .record({
      seat: seatOf([...SHARING, ...SHARING, FAR]),
      nth,
      any: fc.nat(7),
      given: fc.option(nth, { freq: 3 }),
      anyFood: fc.nat(5),
      servings: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
    })
    .map((of) =>
      make(`match ${JSON.stringify(of)}`, (m) => {
        const request = mostly(of.any, m.requests.filter(isPending), m.requests, of.nth);
        const by = m.seats[of.seat];
        if (!request || by === undefined) return undefined;
        const own = m.listings.filter((each) => each.donor === by && model.isOffered(m, each));
        const listing = of.given === null ? undefined : mostly(of.anyFood, own, m.listings, of.given);
        return { do: 'match', by, request, listing: listing ?? null, servings: of.servings };
      }),
    );
  const cancel = fc
    .record({
      nth,
      any: fc.nat(5),
      role: fc.constantFrom<Role>('receiver', 'receiver', 'giver', 'former', 'stranger'),
    })
    .map((of) =>
      make(`cancel ${JSON.stringify(of)}`, (m) => {
        const running = m.requests.filter(model.isRunning);
        const request = mostly(of.any, running, m.requests, of.nth);
        if (!request) return undefined;
        const helped = m.handovers.findLast((one) => one.request === request);
        const requester = m.seats.find((person) => person === request.requester);
        const by = helped && of.role !== 'receiver' ? inRole(m, helped, of.role) : requester;
        return by === undefined ? undefined : { do: 'cancel', by, request };
      }),
    );

  /** On a handover: mostly one that is `fit`, and by a person it concerns. */
  const onHandover = <Extra>(
    name: string,
    roles: readonly Role[],
    extra: fc.Arbitrary<Extra>,
    toMove: (on: { by: string; handover: ModelHandover }, extra: Extra, m: Model) => Move | undefined,
    { fit = model.isOpen }: Choice = {},
  ) =>
    fc
      .record({
        nth,
        any: fc.nat(7),
        kind: fc.nat(2),
        role: fc.oneof(
          { weight: 7, arbitrary: fc.constantFrom(...roles) },
          { weight: 3, arbitrary: fc.constantFrom<Role>('giver', 'receiver', 'former', 'stranger') },
        ),
        extra,
      })
      .map((of) =>
        make(`${name} ${JSON.stringify(of)}`, (m) => {
          const kinds = Map.groupBy(m.handovers, model.kindOf);
          const alike = pick([...kinds.values()], of.kind) ?? [];
          const fitting = alike.filter((each) => fit(each, m));
          const handover = mostly(of.any, fitting, alike, of.nth);
          const by = handover && inRole(m, handover, of.role);
          return handover && by !== undefined ? toMove({ by, handover }, of.extra, m) : undefined;
        }),
      );
  const both = ['giver', 'receiver'] as const;
  const bare = (doing: Bare, roles: readonly Role[] = both, choice: Choice = {}) =>
    onHandover(doing, roles, fc.constant(0), (on) => ({ do: doing, ...on }), choice);
  // whether a person may still write after the end is decided by the conversation
  const write = onHandover('write', ['giver', 'giver', 'receiver'], fc.constant(0), (on) =>
    model.isOpen(on.handover) ? { do: 'write', ...on } : undefined,
  );
  /** To the other, after a match that ended in silence. */
  const writeOn = onHandover(
    'write on',
    ['giver', 'receiver', 'receiver'],
    fc.constant(0),
    (on, _, m) =>
      model.isWaiting(m, on.handover) && model.sideOf(on.handover, on.by) !== null
        ? { do: 'write', ...on }
        : undefined,
    { fit: (one, m) => model.isWaiting(m, one) },
  );
  const anyReason = fc.option(fc.constantFrom<ReleaseReason>(...RELEASE_REASONS, 'not_genuine'), { freq: 4 });
  const release = (reasons: fc.Arbitrary<ReleaseReason | null>, choice: Choice = {}) =>
    onHandover('release', both, reasons, (on, reason) => ({ do: 'release', ...on, reason }), choice);
  const isSaid: Choice = { fit: (one) => model.isOpen(one) && model.confirmedMs(one) !== null };
  const isDisputable: Choice = {
    fit: (one, m) =>
      one.status === 'completed' || one.status === 'no_show' || (isSaid.fit?.(one, m) ?? false),
  };
  /** Times from over to too late, the agreed one, and the other's. */
  const wanted = fc.constantFrom('over', 'now', 'soon', 'end', 'last', 'too late', 'agreed', 'theirs');
  const timeOf = (one: ModelHandover, want: string, nowMs: number): number => {
    const theirs = one.proposal?.timeMs ?? nowMs + HOUR_MS;
    const lastMs = one.untilMs - (one.untilMs % MINUTE_MS) + DAY_MS;
    switch (want) {
      case 'over':
        return nowMs - 3 * MINUTE_MS;
      case 'now':
        return nowMs;
      case 'soon':
        return nowMs + 90 * MINUTE_MS;
      case 'end':
        return one.untilMs;
      case 'last':
        return lastMs;
      case 'too late':
        return lastMs + MINUTE_MS;
      case 'agreed':
        return one.agreedMs ?? theirs;
      default:
        return theirs;
    }
  };
  const propose = onHandover('propose', both, wanted, (on, want, m) => ({
    do: 'propose',
    ...on,
    timeMs: timeOf(on.handover, want, m.nowMs),
  }));
  const accept = (choice: Choice) =>
    onHandover(
      'accept',
      both,
      fc.constantFrom('theirs', 'theirs', 'theirs', 'agreed', 'soon'),
      (on, want, m) => ({ do: 'accept', ...on, timeMs: timeOf(on.handover, want, m.nowMs) }),
      choice,
    );
  const isProposed: Choice = { fit: (one) => model.isOpen(one) && (one.proposal ?? one.agreedMs) !== null };

  /** Mostly of two people with an open handover. */
  const block = fc.record({ nth, any: fc.nat(2), one: anySeat, two: anySeat, flip: fc.boolean() }).map((of) =>
    make(`block ${JSON.stringify(of)}`, (m) => {
      const open = of.any === 0 ? undefined : pick(m.handovers.filter(model.isOpen), of.nth);
      const pair = open ? [open.giver, open.receiver] : [m.seats[of.one], m.seats[of.two]];
      const [by, other] = of.flip ? pair.toReversed() : pair;
      return by !== undefined && other !== undefined && by !== other ? { do: 'block', by, other } : undefined;
    }),
  );
  const unblock = nth.map((which) =>
    make(`unblock ${which}`, (m) => {
      const [by, other] = pick([...m.blocks], which)?.split('>') ?? [];
      return by !== undefined && other !== undefined ? { do: 'unblock', by, other } : undefined;
    }),
  );
  const close = anySeat.map((seat) =>
    make(`close ${seat}`, (m) => {
      const by = m.seats[seat];
      return by === undefined ? undefined : { do: 'close', by, seat };
    }),
  );
  const wait = fc
    .constantFrom(10 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, DAY_MS)
    .map((ms) => make(`wait ${ms / HOUR_MS} h`, () => ({ do: 'wait', ms })));
  /** Moves to a moment at which something changes, or just before it. */
  const waitUntil = fc.tuple(fc.nat(3), fc.constantFrom(0, 0, 1)).map(([which, early]) =>
    make(`wait for moment ${which} less ${early} ms`, (m) => {
      const ms = (pick(nextMoments(m).slice(0, 4), which) ?? 0) - early - m.nowMs;
      return ms > 0 ? { do: 'wait', ms } : undefined;
    }),
  );
  const tasks = fc.constant(make('tasks', () => ({ do: 'tasks' })));

  const often = (count: number, one: fc.Arbitrary<HandoverCommand>) =>
    Array.from({ length: count }, () => one);
  return [
    ...often(10, post),
    ...often(20, claim),
    ...often(2, withdraw),
    ...often(5, reschedule),
    ...often(4, recount),
    ...often(14, ask),
    ...often(20, match),
    ...often(6, cancel),
    ...often(10, release(anyReason)),
    ...often(8, release(fc.constantFrom(null, 'other'), isSaid)),
    ...often(16, bare('confirm')),
    ...often(6, bare('right code', ['giver', 'giver', 'receiver'])),
    ...often(2, bare('wrong code', ['giver'])),
    ...often(4, bare('no-show', ['giver', 'giver', 'receiver'])),
    ...often(2, bare('no-show', ['giver'], isSaid)),
    ...often(10, bare('reveal')),
    ...often(3, bare('name place', ['receiver', 'receiver', 'giver'])),
    ...often(8, bare('coming')),
    ...often(8, bare('on my way')),
    ...often(12, propose),
    ...often(10, accept(isProposed)),
    ...often(4, accept(isSaid)),
    ...often(3, bare('dispute')),
    ...often(14, bare('dispute', both, isDisputable)),
    ...often(6, write),
    ...often(6, writeOn),
    ...stories(coverage),
    ...often(2, block),
    ...often(7, unblock),
    close,
    ...often(2, wait),
    ...often(16, waitUntil),
    ...often(16, tasks),
  ];
}
