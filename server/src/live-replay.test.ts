import { describe, expect, onTestFinished, test } from 'vitest';
import { closePersonAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import { setVerified } from '#server/features/accounts/lifecycle/account-status.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { getRequest } from '#server/features/emergency/requests/request-queries.ts';
import * as expiry from '#server/features/expiry-alerts/alert-expiring.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { announceSurplus } from '#server/features/partners/partners.events.ts';
import { MODULES } from '#server/modules.ts';
import { isAfter, type LogPosition, makeEventIds } from '#server/platform/events/event-log-position.ts';
import { type PositionRow, positionOf, readEpoch } from '#server/platform/events/event-log-queries.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/testing/factories/emergency-fixture.ts';
import { type LiveClient, openLive, type ReceivedMessage } from '#server/testing/live/live-client.ts';

/* What a reader who was away gets of one past event, by what has happened since: every kind of event, every change. */

const fixture = await emergencyFixture();
const { ctx, pool, person, donor, listing } = fixture;
const host = new URL(await fixture.listen()).host;
const epoch = await readEpoch(pool);
const ids = makeEventIds(ctx.settings.sessionSecret, () => epoch);
const WORLD = { north: 90, south: -90, west: -180, east: 180 };

/** What has happened since: nothing; the subject is over; the other person has gone, or one has blocked the other. */
const CHANGES = ['nothing', 'it is over', 'they closed', 'they blocked', 'I blocked'] as const;
type Change = (typeof CHANGES)[number];

/** An event that a reader has missed, which another person has caused. */
type Missed = {
  readonly reader: TestCaller;
  readonly other: TestCaller;
  /** Ends what the event is about. */
  readonly end: () => Promise<unknown>;
  /** The data of the event's message. */
  readonly told: object;
  /** The data once it is over, if it differs. */
  readonly toldOver?: object;
};
/** Told; nothing of it, but that the page has to refetch; or nothing at all. */
type Outcome = 'told' | 'resync' | 'nothing';
type EventCase = {
  readonly happen: () => Promise<Missed>;
  /** A function asks what the reader may see now. */
  readonly outcomes: Readonly<Record<Change, Outcome | ((missed: Missed) => Promise<Outcome>)>>;
};

const claimed = async () => {
  const [reader, other] = [await person('Rita'), await person('Otto')];
  const food = await listing(other);
  const claim = await claims.claimListing(ctx, reader, food.id, 1);
  const end = () => handovers.releaseHandover(ctx, reader, claim.handover.id);
  return { reader, other, food, claim, end };
};
const asked = async () => {
  const [reader, other] = [await donor(), await person('Ruth')];
  const request = await fixture.ask(other);
  return { reader, other, request, end: () => cancelRequest(ctx, other, request.id) };
};
/** Blocks do not affect a request while its author is anonymous: it is replayed as far as it can be read. */
const asItReads =
  (withheld: Outcome) =>
  async ({ reader, told }: Missed): Promise<Outcome> => {
    const id = 'requestId' in told ? told.requestId : 'id' in told ? told.id : null;
    const read = getRequest(ctx, reader, String(id));
    return read.then(
      () => 'told',
      () => withheld,
    );
  };

/** By the kind of the event in the log. */
const CASES: Readonly<Record<string, EventCase>> = {
  account_changed: {
    happen: async () => {
      const [reader, other] = [await person(), await person()];
      await inTransaction(ctx, (tx) => setVerified(tx, reader.userId, true));
      const end = () => inTransaction(ctx, (tx) => setVerified(tx, reader.userId, false));
      return { reader, other, end, told: {} };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'told',
      'they blocked': 'told',
      'I blocked': 'told',
    },
  },
  listing_changed: {
    happen: async () => {
      const [reader, other] = [await person(), await person()];
      const food = await listing(other);
      return {
        reader,
        other,
        end: () => withdrawListing(ctx, other, food.id),
        told: { listingId: food.id, status: 'posted' },
      };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'resync',
      'they closed': 'resync',
      'they blocked': 'nothing',
      'I blocked': 'nothing',
    },
  },
  listing_edited: {
    happen: async () => {
      const { claim, other, food, ...rest } = await claimed();
      const body = fixture.listingBody({ description: 'Still warm' });
      await changeListing(ctx, other, food.id, body);
      return { ...rest, other, told: { conversationId: claim.conversationId, status: 'open' } };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'nothing',
      'they closed': 'nothing',
      'they blocked': 'nothing',
      'I blocked': 'nothing',
    },
  },
  message_sent: {
    happen: async () => {
      const { claim, other, ...rest } = await claimed();
      const { conversationId } = claim;
      const { id: messageId } = await sendMessage(ctx, other, conversationId, 'At six?');
      const told = { conversationId, messageId };
      return { ...rest, other, told };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'resync',
      'they blocked': 'resync',
      'I blocked': 'resync',
    },
  },
  conversation_read: {
    happen: async () => {
      const { claim, other, ...rest } = await claimed();
      const { conversationId } = claim;
      await sendMessage(ctx, rest.reader, conversationId, 'At six?');
      await markConversationRead(ctx, other, conversationId);
      const told = { conversationId, byMe: false };
      return { ...rest, other, told };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'nothing',
      'they blocked': 'nothing',
      'I blocked': 'nothing',
    },
  },
  handover_changed: {
    happen: async () => {
      const { claim, ...rest } = await claimed();
      const { conversationId, handover } = claim;
      const told = { handoverId: handover.id, conversationId };
      return { ...rest, told: { ...told, status: 'open' }, toldOver: { ...told, status: 'released' } };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'resync',
      'they blocked': 'resync',
      'I blocked': 'resync',
    },
  },
  recognition_changed: {
    happen: async () => {
      const { claim, other, ...rest } = await claimed();
      await handovers.completeHandover(ctx, other, claim.handover.id);
      await handovers.completeHandover(ctx, rest.reader, claim.handover.id);
      return { ...rest, other, end: async () => {}, told: {} };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'told',
      'they blocked': 'told',
      'I blocked': 'told',
    },
  },
  expiry_alerted: {
    happen: async () => {
      const [reader, other] = [await person(), await person()];
      // other people's listings have their own events
      await expiry.alertExpiring(ctx);
      const food = await listing(reader, {
        availableUntil: new Date(fixture.clock.at + 3_600_000).toISOString(),
      });
      await expiry.alertExpiring(ctx);
      return { reader, other, end: () => withdrawListing(ctx, reader, food.id), told: {} };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'told',
      'they blocked': 'told',
      'I blocked': 'told',
    },
  },
  notification: {
    happen: async () => {
      const { claim, other, ...rest } = await claimed();
      await sendMessage(ctx, other, claim.conversationId, 'At six?');
      const told = { notificationId: null, kind: null };
      return { ...rest, other, told };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'told',
      'they blocked': 'told',
      'I blocked': 'told',
    },
  },
  notifications: {
    happen: async () => {
      const { request: _request, ...rest } = await asked();
      const told = { notificationId: null, kind: null };
      return { ...rest, told };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'told',
      'they blocked': 'told',
      'I blocked': 'told',
    },
  },
  request_changed: {
    happen: async () => {
      const { request, ...rest } = await asked();
      return { ...rest, told: { requestId: request.id, status: 'pending' } };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'resync',
      'they closed': 'resync',
      'they blocked': asItReads('resync'),
      'I blocked': asItReads('resync'),
    },
  },
  request_alerted: {
    happen: async () => {
      const { request, ...rest } = await asked();
      return { ...rest, told: { id: request.id } };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'nothing',
      'they closed': 'nothing',
      'they blocked': asItReads('nothing'),
      'I blocked': asItReads('nothing'),
    },
  },
  surplus_changed: {
    happen: async () => {
      const [reader, other] = [await person(), await person()];
      const end = () => inTransaction(ctx, (tx) => announceSurplus(tx, [reader.userId]));
      await end();
      return { reader, other, end, told: {} };
    },
    outcomes: {
      nothing: 'told',
      'it is over': 'told',
      'they closed': 'told',
      'they blocked': 'told',
      'I blocked': 'told',
    },
  },
};

async function change(what: Change, { reader, other, end }: Missed): Promise<void> {
  if (what === 'it is over') await end();
  if (what === 'they closed') await inTransaction(ctx, (tx) => closePersonAccount(tx, other.userId));
  if (what === 'they blocked') await moderation.blockPerson(ctx, other, reader.userId);
  if (what === 'I blocked') await moderation.blockPerson(ctx, reader, other.userId);
}

/** The newest event of a kind, or of all. */
async function newestEvent(kind: string | null = null): Promise<LogPosition> {
  const { rows } = await pool.query<PositionRow>(
    'select transaction_id, number from live_event where $1::text is null or kind = $1 order by number desc limit 1',
    [kind],
  );
  const [row] = rows;
  if (!row) throw new Error('there is no event');
  return positionOf(row);
}

/** All that the reader receives who comes back from before the event, up to the event `last`. */
async function comeBack(
  reader: TestCaller,
  event: LogPosition,
  last: LogPosition,
): Promise<ReceivedMessage[]> {
  const client = await openAfter(last, reader);
  client.send({ type: 'subscribe_heat_map_updates', bounds: WORLD });
  client.send({ type: 'register_emergency_donor' });
  const before = { ...event, number: event.number - 1n };
  client.send({ type: 'resume', lastEventId: ids.of(before, reader.userId) });
  const isLast = isEvent(last, reader);
  await client.waitFor(isLast);
  // a resync follows in the same tick
  client.socket.close();
  await client.closed;
  // only donors may register
  return client.received.filter((message) => !isLast(message) && message.type !== 'error');
}

/** A socket that is opened once the process has read `last`, so that earlier events are not delivered as new. */
async function openAfter(last: LogPosition, reader: TestCaller): Promise<LiveClient> {
  for (;;) {
    const client = await openLive(`ws://${host}/ws`, { cookie: reader.cookie, origin: fixture.origin });
    onTestFinished(() => client.leave());
    const position = ids.read(client.received[0]?.id ?? '', reader.userId);
    if (position && !isAfter(last, position)) return client;
    await client.leave();
  }
}

/** Whether a message is about this event; other messages have the id of an event as a position. */
const isEvent =
  (event: LogPosition, { userId }: TestCaller) =>
  ({ id, type }: ReceivedMessage): boolean =>
    id === ids.of(event, userId) && type !== 'hello' && type !== 'resync';

test('the table has every kind of event', () => {
  const kinds = MODULES.flatMap(({ topics }) => topics?.(ctx) ?? []).map(({ kind }) => kind);
  expect(Object.keys(CASES).toSorted()).toEqual(kinds.toSorted());
});

describe.each(Object.entries(CASES))('a missed %s', (kind, { happen, outcomes }) => {
  test.each(CHANGES)('after %s', async (what) => {
    const missed = await happen();
    const event = await newestEvent(kind);
    await change(what, missed);
    // other written events would be replayed, too
    await pool.query('delete from live_event where number <> $1', [event.number]);
    await inTransaction(ctx, (tx) => setVerified(tx, missed.reader.userId, true));
    const received = await comeBack(missed.reader, event, await newestEvent());

    const expected = outcomes[what];
    const outcome = typeof expected === 'function' ? await expected(missed) : expected;
    const isAbout = isEvent(event, missed.reader);
    const [about, others] = [received.filter(isAbout), received.filter((message) => !isAbout(message))];
    const told = what === 'it is over' ? (missed.toldOver ?? missed.told) : missed.told;
    expect(about.map(({ data = {} }) => data)).toMatchObject(outcome === 'told' ? [told] : []);
    // what every page receives, and nothing that names it
    const resync = outcome === 'resync' ? ['resync'] : [];
    expect(others.map(({ type }) => type)).toEqual(['hello', 'watching', ...resync]);
  });
});
