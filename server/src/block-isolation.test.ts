import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import { alertExpiring } from '#server/features/expiry-alerts/alert-expiring.ts';
import {
  sendHandoverQuestions,
  sendOnMyWayQuestions,
  sendPickupReminders,
} from '#server/features/handovers/reminders/reminders.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { queueDueMails } from '#server/features/notifications/mail/notification-mail-delivery.ts';
import {
  type DeclaredEndpoint,
  declaredEndpoints,
  nameOf,
} from '#server/platform/http/openapi/contract-modules.ts';
import { exampleRequest, hasSubject, UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import {
  type BlockedPair,
  type Relationship,
  RELATIONSHIPS,
  type Role,
  ROLES,
  createPair,
  type Side,
  writeAllTextFields,
} from '#server/test/factories/blocked-pair.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { bytesOf } from '#server/test/factories/personas.ts';
import { type LiveClient, openLive, type ReceivedMessage } from '#server/test/live/live-client.ts';
import { sized } from '#server/test/long-run.ts';
import { openMailbox } from '#server/test/mailbox.ts';
import { makePhotoFixture } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { expireHandovers } from './features/handovers/lifecycle/end-all-handovers.ts';

const [mailbox, declared] = await Promise.all([openMailbox(), declaredEndpoints()]);
const app = await testApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'larder@food.example' });
const { ctx, clock } = app;
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const fixture = { ...app, ...makePhotoFixture(app, () => base) };
const WORLD = { north: 90, south: -90, west: -180, east: 180 };
const otherRole = (role: Role): Role => (role === 'donor' ? 'guest' : 'donor');

/** These end sessions or the account, or remove the block: the calls after them would prove nothing about a block. */
const ENDS: ReadonlySet<string> = new Set([
  'POST /api/auth/sign-out-everywhere',
  'POST /api/users/close-account',
]);

/** Hashing a password takes a tenth of a second and does not involve another person: tested between strangers only. */
const HASHES: ReadonlySet<string> = new Set([
  'POST /api/auth/sign-up/email',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/change-password',
]);
/** The block of a stranger does not act at a match of who has set it: see blocked-match.routes.test.ts. */
const MATCH = 'POST /api/emergency-requests/{id}/match';
const callsOf = (relationship: Relationship, isBlocker: boolean) =>
  declared.filter((endpoint) => {
    const name = nameOf(endpoint);
    return (
      !ENDS.has(name) &&
      (relationship === 'strangers' || !HASHES.has(name)) &&
      (relationship !== 'strangers' || !isBlocker || name !== MATCH)
    );
  });

async function join({ person }: Side, position: string | null = null): Promise<LiveClient> {
  const headers = { cookie: person.cookie, origin: app.origin };
  const client = await openLive(`${base.replace('http', 'ws')}/ws`, headers);
  onTestFinished(() => client.leave());
  client.send({ type: 'subscribe_heat_map_updates', bounds: WORLD });
  client.send({ type: 'since', position });
  return client;
}

/** The listings that only mark how far a socket has read. */
const markers = new Set<unknown>();

/** A request is anonymous: a block does not change who receives its events. A quiet socket receives `alive`. */
const isForAnyone = ({ type }: ReceivedMessage): boolean => type === 'alive' || type === 'emergency_alert';

/** The messages the socket has received since `from`, up to a marker that leaves no other trace. */
async function heardSoFar(client: LiveClient, from: number): Promise<ReceivedMessage[]> {
  const friend = await plantFriend();
  const { id } = await createListing(ctx, friend.caller, listingBody(clock));
  markers.add(id);
  await client.waitFor(({ data }) => data?.['listingId'] === id);
  await withdrawListing(ctx, friend.caller, id);
  return client.received
    .slice(from)
    .filter((message) => !markers.has(message.data?.['listingId']) && !isForAnyone(message));
}

async function plantFriend(): Promise<TestPerson> {
  const friend = await app.createPerson({ firstName: 'Frieda' });
  await app.db.updateTable('person').set({ email_verified: true }).where('id', '=', friend.id).execute();
  return friend;
}

/** What `viewer` may never read of the other, and what they may read only where older content stays visible. */
function forbidden({ relationship, sides, shared }: BlockedPair, viewer: Role, keeps: boolean): string[] {
  const other = sides[otherRole(viewer)];
  const never = [...other.secrets, other.later, other.ids.session];
  const staysFromBefore = relationship !== 'strangers' && keeps;
  const before = [...other.before, other.ids.person, other.ids.listing, ...Object.values(shared)];
  return staysFromBefore ? never : [...never, ...before];
}
const foundIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));

/** The request as sent by the viewer, with their own name and user type, which they may change at any time. */
function requestOf(endpoint: DeclaredEndpoint, id: string, viewer: Side): ReturnType<typeof exampleRequest> {
  const request = exampleRequest(endpoint, id);
  if (endpoint.name !== 'updateProfile') return request;
  const [firstName, lastName] = viewer.before;
  const own = {
    firstName,
    lastName,
    organizationName: null,
    organizationType: undefined,
    location: undefined,
    // a discreet mail contains no names
    discreet: undefined,
  };
  return { ...request, body: { ...(request.body as object), ...own, userType: 'donor' } };
}

/**
 * Of these ids by kind, those that a call is about; in the long run also those of other kinds. All where its access does
 * not tell, and one where the two have no such thing.
 */
function askedOf({ access }: DeclaredEndpoint, ids: Readonly<Record<string, string>>): [string, string][] {
  const all = Object.entries(ids);
  const [, subject] = access.split(' of ');
  if (subject === undefined || sized(false, true)) return all;
  return all.filter(([kind]) => kind === (subject in ids ? subject : 'person'));
}

/** Everything a person can read of their own data and of what they share with the other person. */
async function readAll({ sides, shared }: BlockedPair, role: Role): Promise<Map<string, unknown>> {
  const side = sides[role];
  const read = new Map<string, unknown>();
  for (const endpoint of declared) {
    if (endpoint.method !== 'GET') continue;
    const ids = hasSubject(endpoint) ? askedOf(endpoint, { ...side.ids, ...shared }) : [['', '']];
    for (const [, id = ''] of ids) {
      const answer = await app.as(side.person, requestOf(endpoint, id, side));
      read.set(`${nameOf(endpoint)} ${id}`, bytesOf(answer));
    }
  }
  return read;
}

/** Waits for the jobs that are due, such as alerts that an earlier case has queued. */
const noJobsDue = (): Promise<void> =>
  expect
    .poll(
      async () =>
        (await fixture.pool.query('select from graphile_worker.jobs where run_at <= now()')).rowCount,
    )
    .toBe(0);

/**
 * Does what is due since an earlier case moved the clock: the task of any minute would alert the two amid their own.
 */
async function settleEarlierCases(): Promise<void> {
  await expireRequests(ctx);
  await sendDueWaves(ctx);
}

async function fallOut(
  relationship: Relationship,
  blocks: Role,
): Promise<BlockedPair & { clients: Record<Role, LiveClient> }> {
  await settleEarlierCases();
  const pair = await createPair(fixture, relationship);
  const { sides } = pair;
  const clients = { donor: await join(sides.donor), guest: await join(sides.guest) };
  await blockPerson(ctx, sides[blocks].person.caller, sides[otherRole(blocks)].ids.person);
  // the job of each minute has nothing left to say of their food
  await alertExpiring(ctx);
  await noJobsDue();
  return { ...pair, clients };
}

/** For any two of the four factors, each pair of values occurs together in at least one of the six. */
const PAIRWISE: readonly (readonly [Relationship, blocks: Role, viewer: Role, Direction])[] = [
  ['strangers', 'donor', 'donor', 'reaches'],
  ['strangers', 'guest', 'guest', 'is noticed'],
  ['claimed', 'donor', 'guest', 'reaches'],
  ['claimed', 'guest', 'donor', 'is noticed'],
  ['handed over', 'guest', 'guest', 'reaches'],
  ['handed over', 'donor', 'donor', 'is noticed'],
];
type Direction = 'reaches' | 'is noticed';
/**
 * The tested viewers for a relationship, the blocking side, and the content that must not pass: all, or those of
 * `PAIRWISE`.
 */
const viewersOf = (...scene: [Relationship, Role, Direction]): readonly Role[] =>
  ROLES.filter(
    (viewer) =>
      sized(false, true) ||
      PAIRWISE.some(
        ([relationship, blocks, by, direction]) =>
          by === viewer && isDeepStrictEqual([relationship, blocks, direction], scene),
      ),
  );

describe.each(RELATIONSHIPS)('between %s', (relationship) => {
  describe.each(ROLES)('of whom the %s has blocked the other,', (blocks) => {
    it.each(viewersOf(relationship, blocks, 'reaches'))(
      'nothing written after the block reaches the %s by any call, frame or mail',
      async (viewer) => {
        const pair = await fallOut(relationship, blocks);
        const { sides, shared, clients } = pair;
        const [me, other] = [sides[viewer], sides[otherRole(viewer)]];
        const client = clients[viewer];
        await heardSoFar(client, 0);
        const since = client.received.length;
        const position =
          client.received.findLast((message) => message.position !== undefined)?.position ?? null;
        const mailsBefore = mailbox.mails.length;
        await writeAllTextFields(fixture, pair, other.role, blocks);

        // their texts do not reach the other, including a browser that was offline in the meantime
        expect(await heardSoFar(client, since)).toEqual([]);
        const away = await join(me, position);
        expect((await heardSoFar(away, 0)).filter(({ data }) => isOf(data, other))).toEqual([]);
        for (const id of Object.values(other.ids))
          away.send({ type: 'join_conversation', conversationId: id });
        await expect.poll(() => refusals(away)).toBe(Object.keys(other.ids).length);

        const ids = { ...other.ids, ...shared };
        for (const endpoint of callsOf(relationship, viewer === blocks)) {
          const [name, passing] = [nameOf(endpoint), endpoint.acrossBlock ?? {}];
          const hears = async (id: string): Promise<LightMyRequestResponse> => {
            const answer = await app.as(me.person, requestOf(endpoint, id, me));
            const mayName =
              (passing.names === 'whom I blocked' && viewer === blocks) ||
              passing.names === 'what I reported';
            const words = forbidden(pair, viewer, passing.keeps === true || mayName);
            const allowed = mayName
              ? [
                  ...other.before,
                  ...(passing.names === 'what I reported' ? Object.values(ids) : [other.ids.person]),
                ]
              : [];
            expect([name, id, foundIn(answer.body, words).filter((word) => !allowed.includes(word))]).toEqual(
              [name, id, []],
            );
            return answer;
          };
          if (!hasSubject(endpoint)) {
            await hears('');
            continue;
          }
          const unknown = await hears(UNKNOWN_ID);
          for (const [kind, id] of askedOf(endpoint, ids)) {
            // removing one's own block is what ends all this
            if (name === 'DELETE /api/blocks/{userId}' && kind === 'person' && viewer === blocks) continue;
            const answer = await hears(id);
            const answers =
              passing.always?.[kind] ?? (relationship === 'strangers' ? undefined : passing.known?.[kind]);
            if (answers)
              expect([name, kind, answers]).toEqual([
                name,
                kind,
                expect.arrayContaining([answer.statusCode]),
              ]);
            else if (passing.isNew)
              expect([name, kind, answer.statusCode]).toEqual([name, kind, unknown.statusCode]);
            else
              expect([
                name,
                kind,
                answer.statusCode,
                isDeepStrictEqual(bytesOf(answer), bytesOf(unknown)),
              ]).toEqual([name, kind, unknown.statusCode, true]);
          }
        }
        await searchesFindNothing(me, other);
        await photosAreNotShown(me, [other.ids.photo, ...other.secrets]);

        // a friend's message, claimed and written at the same time, is mailed without the blocked person's words
        const mails = (await mailsTo(me, mailsBefore)).join();
        expect(foundIn(mails, [...forbidden(pair, viewer, false)])).toEqual([]);
      },
    );

    it.each(viewersOf(relationship, blocks, 'is noticed'))(
      'no act of the %s is visible to the other',
      async (viewer) => {
        const pair = await fallOut(relationship, blocks);
        const { sides, shared, clients } = pair;
        const [me, other] = [sides[viewer], sides[otherRole(viewer)]];
        const client = clients[other.role];
        await heardSoFar(client, 0);
        const before = await readAll(pair, other.role);
        const since = client.received.length;
        for (const endpoint of callsOf(relationship, viewer === blocks)) {
          const name = nameOf(endpoint);
          if (name.startsWith('GET') || isObjection(name, relationship)) continue;
          // requests for food alert all donors in reach: a missing alert would reveal the requester
          if (name === 'POST /api/emergency-requests') continue;
          for (const [kind, id] of hasSubject(endpoint)
            ? askedOf(endpoint, { ...other.ids, ...shared })
            : [['none', ''] as const]) {
            if (name === 'DELETE /api/blocks/{userId}' && kind === 'person') continue;
            await app.as(me.person, requestOf(endpoint, id, me));
          }
        }
        await writeAllTextFields(fixture, pair, viewer, blocks);
        const heard = await heardSoFar(client, since);
        expect(heard).toEqual([]);
        const after = await readAll(pair, other.role);
        // call by call: a failure shows what of the answer has changed
        for (const [call, answer] of before) expect([call, after.get(call)]).toEqual([call, answer]);
      },
    );
  });
});

it('a dispute of a handover passes a block, without the words of the person who disputes', async () => {
  const pair = await fallOut('handed over', 'donor');
  const { sides, shared, clients } = pair;
  await heardSoFar(clients.donor, 0);
  const since = clients.donor.received.length;
  const url = `/api/handovers/${shared['handover']}/dispute`;
  const payload = { details: sides.guest.later };
  expect((await app.as(sides.guest.person, { method: 'POST', url, payload })).statusCode).toBe(200);
  const heard = await heardSoFar(clients.donor, since);
  // no notification: the donor gets none for what the guest does
  expect(heard.map(({ type }) => type).toSorted()).toEqual(['changed', 'changed', 'new_message']);
  expect(JSON.stringify(heard)).not.toContain('notifications"]');
  const read = JSON.stringify([...(await readAll(pair, 'donor')).values()]);
  expect(foundIn(read, forbidden(pair, 'donor', true))).toEqual([]);
  expect(read).toContain('disputed');
});

/**
 * A person reported as a no-show, or said to have received food, may dispute it across a block; their text does not
 * pass.
 */
const isObjection = (name: string, relationship: Relationship): boolean =>
  name === 'POST /api/handovers/{id}/dispute' && relationship === 'handed over';

const isOf = (data: ReceivedMessage['data'], { ids }: Side): boolean =>
  foundIn(JSON.stringify(data ?? {}), Object.values(ids)).length > 0;
const refusals = (client: LiveClient): number =>
  client.received.filter(({ code }) => code === 'not-found').length;

/** Neither their words nor their ids appear in anything the other can read. */
async function searchesFindNothing(me: Side, other: Side): Promise<void> {
  const words = [other.later, ...other.before].map((word) => `q=${word}&limit=100`);
  for (const query of [...words, 'limit=100', 'near=40.758,-73.9855&radiusKm=50&limit=100']) {
    const found = await app.as(me.person, { url: `/api/food-listings?${query}` });
    expect([query, foundIn(found.body, [other.ids.person, other.later])]).toEqual([query, []]);
    // it is not counted either
    const total = Number(found.headers['x-total-count']);
    expect([query, total]).toEqual([query, found.json().length]);
  }
}

async function photosAreNotShown(me: Side, ids: readonly string[]): Promise<void> {
  const none = await app.as(me.person, { url: `/objects/${UNKNOWN_ID}` });
  for (const id of ids.filter((each) => /^[\da-f-]{36}$/.test(each)))
    expect([id, bytesOf(await app.as(me.person, { url: `/objects/${id}` }))]).toEqual([id, bytesOf(none)]);
}

/** The mails to `me` since, without the mail caused by a friend's message, which proves that all were sent. */
async function mailsTo(me: Side, since: number): Promise<string[]> {
  const friend = await plantFriend();
  const { conversationId } = await claimListing(ctx, friend.caller, me.ids.listing, 1);
  await sendMessage(ctx, friend.caller, conversationId, 'Hello');
  clock.forward(10 * MINUTE_MS);
  await expireHandovers(ctx);
  await sendPickupReminders(ctx);
  await sendOnMyWayQuestions(ctx);
  await sendHandoverQuestions(ctx);
  const sent = () => mailbox.mails.slice(since).filter(({ to }) => to.includes(me.person.email));
  const isFriendsMailSent = async () => {
    // again, as one person's next mail waits until the one before is sent
    await queueDueMails(ctx);
    return sent().some(({ text }) => text.includes('Frieda'));
  };
  await expect.poll(isFriendsMailSent).toBe(true);
  return sent().map(({ subject, text, html }) => `${subject} ${text} ${html}`);
}
