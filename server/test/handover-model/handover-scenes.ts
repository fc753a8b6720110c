import { type HandoverSide, RELEASE_REASONS } from '@openlarder/domain/handovers/handover-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { Act } from './handover-acts.ts';
import * as model from './handover-model.ts';
import type { Model, ModelHandover, ModelListing, ModelRequest } from './handover-model.ts';
import type { Move } from './handover-moves.ts';
import { command, type Coverage, type HandoverCommand, type Step, times } from './handover-steps.ts';

export const KINDS = ['a claim', 'a match without a listing', 'a match with a listing'] as const;
type Kind = (typeof KINDS)[number];

/** The seats of the two people, and of a stranger to the handover. */
const [RECEIVER, STRANGER, GIVER] = [0, 1, 2] as const;

type Actor = HandoverSide | 'stranger';
type Bare = Exclude<Move['do'], 'release' | 'propose' | 'accept'>;
type TimeOf = (m: Model, one: ModelHandover) => number;

/** The steps that open the handover of a scene. */
function opening(kind: Kind): readonly Step[] {
  const by = (m: Model, seat: number): string => m.seats[seat] ?? '';
  const post: Step = (m) => {
    const [fromMs, untilMs] = [m.nowMs, m.nowMs + 8 * HOUR_MS];
    return { do: 'post', by: by(m, GIVER), servings: 4, fromMs, untilMs, expiryMs: null };
  };
  const ask: Step = (m) => ({ do: 'ask', by: by(m, RECEIVER), household: 1 });
  const claim: Step = (m) => {
    const [listing] = m.listings;
    return listing && { do: 'claim', by: by(m, RECEIVER), listing, servings: 1 };
  };
  const match: Step = (m) => {
    const [request] = m.requests;
    const listing = m.listings[0] ?? null;
    return request && { do: 'match', by: by(m, GIVER), request, listing, servings: listing && 1 };
  };
  if (kind === 'a claim') return [post, claim];
  return kind === 'a match without a listing' ? [ask, match] : [ask, post, match];
}

const onIt =
  (toMove: (m: Model, one: ModelHandover) => Move): Step =>
  (m) => {
    const [one] = m.handovers;
    return one && toMove(m, one);
  };
const of = (m: Model, one: ModelHandover, actor: Actor) => ({
  by: actor === 'stranger' ? (m.seats[STRANGER] ?? '') : one[actor],
  handover: one,
});
const bare = (doing: Bare, actor: Actor): Step => onIt((m, one) => ({ do: doing, ...of(m, one, actor) }));
const timed = (doing: 'propose' | 'accept', actor: Actor, timeOf: TimeOf): Step =>
  onIt((m, one) => ({ do: doing, ...of(m, one, actor), timeMs: timeOf(m, one) }));
const release = (actor: Actor, reason: (Move & { do: 'release' })['reason'] = null): Step =>
  onIt((m, one) => ({ do: 'release', ...of(m, one, actor), reason }));
/** A release for a reason of the other side. */
const releaseWrongly = (actor: HandoverSide): Step =>
  onIt((m, one) => {
    const reason = RELEASE_REASONS.find((each) => !model.reasonsOf(one, actor).includes(each)) ?? null;
    return { do: 'release', ...of(m, one, actor), reason };
  });
const waitUntil =
  (timeOf: TimeOf): Step =>
  (m) => {
    const [one] = m.handovers;
    const ms = one ? timeOf(m, one) - m.nowMs : 0;
    return ms > 0 ? { do: 'wait', ms } : undefined;
  };
const waitFor = (ms: number): Step => waitUntil((m) => m.nowMs + ms);

type Own<Thing> = { readonly by: string } & Thing;
const onListing =
  (toAct: (on: Own<{ readonly listing: ModelListing }>) => Act): Step =>
  ({ listings: [listing] }) =>
    listing && toAct({ by: listing.donor, listing });
const onRequest =
  (toAct: (on: Own<{ readonly request: ModelRequest }>) => Act): Step =>
  ({ requests: [request] }) =>
    request && toAct({ by: request.requester, request });

const meeting: TimeOf = (_m, one) => model.meetingMs(one);
const inHours =
  (hours: number): TimeOf =>
  (m) =>
    m.nowMs + hours * HOUR_MS;
/** The time that the other has proposed. */
const theirs: TimeOf = (m, one) => one.proposal?.timeMs ?? m.nowMs;

/**
 * Scenes of one handover that together cover each move, each reason for its refusal and each state, independent of the
 * random runs. A helper writes first, so that no match ends in silence.
 */
const SCENES: Readonly<Record<string, (kind: Kind) => readonly Step[]>> = {
  'agree on a time, and stop waiting': (kind) => {
    const coming: HandoverSide = kind === 'a match without a listing' ? 'giver' : 'receiver';
    return [
      timed('propose', 'giver', (m) => m.nowMs - 3 * MINUTE_MS),
      timed('propose', 'giver', (_m, one) => one.untilMs + DAY_MS + MINUTE_MS),
      timed('accept', 'receiver', inHours(1)),
      timed('propose', 'giver', inHours(3)),
      bare('coming', coming),
      bare('on my way', 'receiver'),
      timed('accept', 'receiver', theirs),
      waitUntil((m, one) => model.remindMs(one) ?? m.nowMs),
      bare('coming', model.otherSide(coming)),
      bare('coming', coming),
      waitUntil(meeting),
      bare('on my way', 'receiver'),
      release('giver', 'stopped_waiting'),
      waitUntil((m, one) => meeting(m, one) + 15 * MINUTE_MS),
      release('giver', 'stopped_waiting'),
      ...(['coming', 'on my way', 'reveal', 'confirm', 'dispute'] as const).map((doing) =>
        bare(doing, coming),
      ),
    ];
  },
  'answer too late': (kind) => [
    timed('propose', 'giver', inHours(0)),
    waitFor(3 * MINUTE_MS),
    timed('accept', 'receiver', theirs),
    waitUntil(meeting),
    bare('coming', kind === 'a match without a listing' ? 'giver' : 'receiver'),
  ],
  'both confirm': () => [
    timed('propose', 'giver', inHours(3)),
    bare('dispute', 'receiver'),
    bare('confirm', 'receiver'),
    bare('no-show', 'giver'),
    release('giver'),
    timed('propose', 'giver', inHours(4)),
    timed('accept', 'receiver', theirs),
    bare('confirm', 'giver'),
    release('receiver'),
    bare('no-show', 'giver'),
    timed('propose', 'giver', inHours(4)),
    timed('accept', 'receiver', inHours(4)),
    bare('reveal', 'giver'),
    bare('dispute', 'receiver'),
    bare('dispute', 'giver'),
  ],
  'use up the tries of the code': () => [
    bare('right code', 'receiver'),
    ...times(6, bare('wrong code', 'giver')),
    bare('right code', 'giver'),
    bare('reveal', 'giver'),
    bare('reveal', 'receiver'),
    bare('confirm', 'stranger'),
    release('stranger'),
    releaseWrongly('giver'),
    release('giver'),
    bare('confirm', 'giver'),
    bare('dispute', 'receiver'),
  ],
  'enter the code, and disagree too late': () => [
    bare('right code', 'giver'),
    waitFor(2 * DAY_MS),
    bare('dispute', 'receiver'),
  ],
  'miss the other': () => [
    // the person who may be reported as missing knows the place
    bare('no-show', 'giver'),
    bare('reveal', 'giver'),
    bare('no-show', 'receiver'),
    bare('no-show', 'giver'),
    waitUntil((_m, one) => model.missMs(one, 'giver')),
    bare('no-show', 'giver'),
    bare('dispute', 'giver'),
    bare('dispute', 'receiver'),
    bare('dispute', 'giver'),
  ],
  'hand over all there is': () => [
    onListing(({ listing, by }) => ({ do: 'recount', by, listing, servings: 1 })),
    bare('right code', 'giver'),
  ],
  'take everything back': () => [
    release('giver'),
    onListing(({ listing, by }) => ({ do: 'withdraw', by, listing })),
    onRequest(({ request, by }) => ({ do: 'cancel', by, request })),
  ],
  'leave it to time': () => [
    () => ({ do: 'tasks' }),
    waitUntil((_m, one) => model.endsAtMs(one)),
    () => ({ do: 'tasks' }),
  ],
  'find no food': () => [
    release('receiver', 'no_food'),
    waitUntil((_m, one) => model.missMs(one, 'receiver')),
    release('receiver', 'no_food'),
  ],
};

/** The scenes with a handover of this kind; each needs a community of its own. */
export const scenesOf = (coverage: Coverage, kind: Kind): readonly HandoverCommand[] =>
  Object.entries(SCENES).map(([name, scene]) =>
    command(coverage, `${name}, on ${kind}`, ...opening(kind), bare('write', 'giver'), ...scene(kind)),
  );
