import type { ClientMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { seedArea } from '#server/test/factories/areas.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import {
  type Persona,
  PERSONAS,
  personOf,
  type Scene,
  createScene,
} from '#server/test/factories/personas.ts';
import {
  type LiveClient,
  openLive,
  refusedUpgrade,
  type ReceivedMessage,
} from '#server/test/live/live-client.ts';
import { testApp } from '#server/test/test-app.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { createRequest } from '#server/features/emergency/requests/create-request.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as places from '#server/features/places/places.service.ts';

type SignedIn = Exclude<Persona, 'anonymous'>;
const SIGNED_IN = PERSONAS.filter((persona): persona is SignedIn => persona !== 'anonymous');
const EVERYBODY: readonly SignedIn[] = SIGNED_IN;
const NOT_BLOCKED: readonly SignedIn[] = ['stranger', 'claimer', 'owner', 'otherDonor'];
/** The people who offer food and may answer requests for it. */
const DONORS: readonly SignedIn[] = ['stranger', 'claimer', 'blocked', 'blockedLater'];
const WORLD = { north: 90, south: -90, west: -180, east: 180 };

/** Every frame a browser may send: its subject, and who is not refused. */
const FRAMES: Record<
  ClientMessage['type'],
  {
    readonly frame: (id: string) => object;
    readonly about?: (scene: Scene) => string;
    readonly may: readonly SignedIn[];
  }
> = {
  since: { frame: () => ({ type: 'since', position: null }), may: EVERYBODY },
  join_conversation: {
    frame: (conversationId) => ({ type: 'join_conversation', conversationId }),
    about: ({ claim }) => claim.conversationId,
    may: ['claimer', 'owner'],
  },
  subscribe_heat_map_updates: {
    frame: () => ({ type: 'subscribe_heat_map_updates', bounds: WORLD }),
    may: EVERYBODY,
  },
  register_emergency_donor: {
    frame: () => ({ type: 'register_emergency_donor' }),
    may: [...DONORS, 'otherDonor'],
  },
  unregister_emergency_donor: { frame: () => ({ type: 'unregister_emergency_donor' }), may: EVERYBODY },
};

/** Every message type of the server: who receives it when something happens to the owner's food. */
const HEARERS: Record<ServerMessageType, readonly SignedIn[]> = {
  hello: [],
  alive: [],
  // the stranger's own food is the last event
  changed: ['stranger', 'claimer', 'owner'],
  error: [],
  watching: [],
  new_food_listing: NOT_BLOCKED,
  heat_map_update: NOT_BLOCKED,
  new_message: ['claimer', 'owner'],
  emergency_alert: [],
  emergency_matched: [],
  emergency_fulfilled: [],
};

/**
 * Who receives changes of the owner's request for food, which the claimer answers: all of them are nearby and look at
 * the map.
 */
const HEARERS_OF_A_REQUEST: Partial<Record<ServerMessageType, readonly SignedIn[]>> = {
  // blocks do not count
  emergency_alert: ['stranger', 'claimer', 'blocked', 'blockedLater'],
  emergency_matched: ['stranger', 'claimer', 'blocked', 'blockedLater'],
  emergency_fulfilled: ['stranger', 'claimer', 'blocked', 'blockedLater'],
  heat_map_update: SIGNED_IN,
  new_message: ['claimer', 'owner'],
};

const app = await testApp();
const { ctx } = app;
const { host } = new URL(await app.listen());

/** Far from the food, where only the donors of one scene live. */
const THEIR_PLACE = { latitude: 12.0173, longitude: 20.0291 };

/** The scene, with its donors located at `point`. */
async function setSceneWithDonors(point: GeoPoint): Promise<Scene> {
  const scene = await createScene(app);
  for (const persona of DONORS) {
    const { id } = scene.people[persona];
    await app.pool.query(`update person set user_type = 'donor' where id = $1`, [id]);
    const place = { address: '1 Station Road', point };
    await inTransaction(ctx, (tx) => places.setBusinessPlace(tx, id, place));
    // as if they had moved yesterday
    await app.pool.query('update person set former_place_id = null where id = $1', [id]);
  }
  return scene;
}

async function join(cookie: string): Promise<LiveClient> {
  const client = await openLive(`ws://${host}/ws`, { cookie, origin: app.origin });
  onTestFinished(() => client.leave());
  return client;
}

/** The reply to a frame, which arrives before the reply to a second frame that is always refused. */
async function answersTo(client: LiveClient, frame: object): Promise<ReceivedMessage[]> {
  const before = client.received.length;
  client.send(frame);
  client.send('no frame at all');
  const isTheOther = (message: ReceivedMessage): boolean =>
    client.received.indexOf(message) >= before && message.code === 'malformed';
  await client.waitFor(isTheOther);
  // other messages may follow it already
  return client.received.slice(before, client.received.findIndex(isTheOther));
}

/** One scene for all sockets that ask: none of them changes it. */
let shared: Promise<Scene> | undefined;
const sharedScene = () => (shared ??= setSceneWithDonors({ latitude: 0.5, longitude: 0.5 }));

describe.each(SIGNED_IN)('a socket of %s', (persona) => {
  it.each(Object.entries(FRAMES))('says %s', async (_type, { frame, about, may }) => {
    const scene = await sharedScene();
    const client = await join(personOf(scene, persona)?.cookie ?? '');
    const said = await answersTo(client, frame(about?.(scene) ?? ''));
    const isRefused = said.some(({ type }) => type === 'error');
    expect(isRefused).toBe(!may.includes(persona));
    if (isRefused) expect(said).toEqual(await answersTo(client, frame(UNKNOWN_ID)));
  });

  it.each(Object.entries(FRAMES))(
    'says %s in the name of another person',
    async (_type, { frame, about }) => {
      const scene = await sharedScene();
      const client = await join(personOf(scene, persona)?.cookie ?? '');
      const other = SIGNED_IN.find((each) => each !== persona) ?? 'owner';
      const userId = scene.people[other].id;
      expect(await answersTo(client, { ...frame(about?.(scene) ?? ''), userId })).toMatchObject([
        { type: 'error', code: 'foreign-user', message: "That's not who you're signed in as." },
      ]);
    },
  );
});

it('refuses a socket without a session or from a page of another site', async () => {
  const { people } = await createScene(app);
  const address = `ws://${host}/ws`;
  expect(await refusedUpgrade(address, { origin: app.origin })).toBe(401);
  const foreign = { cookie: people.owner.cookie, origin: 'https://elsewhere.example' };
  expect(await refusedUpgrade(address, foreign)).toBe(403);
});

it('each message reaches exactly its audience', async () => {
  const scene = await createScene(app);
  const { owner, claimer } = scene.people;
  // Events arrive in order: when this one is there, those of all scenes before are.
  const first = await join(scene.people.stranger.cookie);
  first.send(FRAMES.subscribe_heat_map_updates.frame(''));
  first.send(FRAMES.since.frame(''));
  await first.waitFor(({ type }) => type === 'watching');
  const settled = await listings.createListing(ctx, scene.people.stranger.caller, listingBody(app.clock));
  await first.waitFor(({ data }) => data?.['listingId'] === settled.id);
  const clients = new Map<SignedIn, LiveClient>();
  const before = new Map<SignedIn, number>();
  for (const persona of SIGNED_IN) {
    const client = await join(scene.people[persona].cookie);
    client.send(FRAMES.subscribe_heat_map_updates.frame(''));
    // a person who tried to join a conversation of others receives nothing more of it
    client.send(FRAMES.join_conversation.frame(scene.claim.conversationId));
    // answered when all frames before are
    await answersTo(client, FRAMES.since.frame(''));
    expect(client.received.some(({ code }) => code === 'not-found')).toBe(
      !FRAMES.join_conversation.may.includes(persona),
    );
    before.set(persona, client.received.length);
    clients.set(persona, client);
  }

  const { conversationId, handover } = scene.claim;
  await sendMessage(ctx, claimer.caller, conversationId, 'Six o’clock?');
  await markConversationRead(ctx, owner.caller, conversationId);
  await handovers.revealAddress(ctx, owner.caller, conversationId);
  await handovers.releaseHandover(ctx, claimer.caller, handover.id);
  await listings.createListing(ctx, owner.caller, listingBody(app.clock));
  // the last event goes to everyone: a socket that received it has received all before it
  const end = await listings.createListing(ctx, scene.people.stranger.caller, listingBody(app.clock));
  const isEnd = ({ type, data }: ReceivedMessage): boolean =>
    type === 'new_food_listing' && data?.['listingId'] === end.id;
  for (const client of clients.values()) await client.waitFor(isEnd);

  const heardBy = (persona: SignedIn): string[] =>
    (clients.get(persona)?.received.slice(before.get(persona)) ?? [])
      .filter((message) => !isEnd(message) && message.type !== 'error')
      .map(({ type }) => type);
  for (const [type, hearers] of Object.entries(HEARERS)) {
    const who = SIGNED_IN.filter((persona) => heardBy(persona).includes(type));
    expect([type, who]).toEqual([type, SIGNED_IN.filter((persona) => hearers.includes(persona))]);
  }
});

it('changes of a request reach exactly their audience', async () => {
  await seedArea(ctx.db, THEIR_PLACE, 'Hell’s Kitchen');
  const scene = await setSceneWithDonors(THEIR_PLACE);
  const { owner, claimer, otherDonor } = scene.people;
  const clients = new Map<SignedIn, LiveClient>();
  // the scene has an open request of its own, which registering is answered with
  const before = new Map<SignedIn, number>();
  for (const persona of SIGNED_IN) {
    const client = await join(scene.people[persona].cookie);
    client.send(FRAMES.subscribe_heat_map_updates.frame(''));
    client.send(FRAMES.register_emergency_donor.frame(''));
    await answersTo(client, FRAMES.since.frame(''));
    before.set(persona, client.received.length);
    clients.set(persona, client);
  }
  const body = z.parse(createRequestBody, {
    title: 'Dinner for four',
    pickupLocation: '417 West 51st Street',
    ...THEIR_PLACE,
  });
  const request = await createRequest(ctx, owner.caller, body, '198.51.100.7');
  // alerts end when the request is answered
  await clients
    .get('stranger')
    ?.waitFor(({ type, data }) => type === 'emergency_alert' && data?.['id'] === request.id);
  const { match } = await matchRequest(ctx, claimer.caller, request.id);
  for (const { caller } of [claimer, owner])
    await handovers.completeHandover(ctx, caller, match?.handover.id ?? '');
  // a last event for everyone
  const end = await listings.createListing(ctx, otherDonor.caller, listingBody(app.clock));
  const isEnd = ({ type, data }: ReceivedMessage): boolean =>
    type === 'new_food_listing' && data?.['listingId'] === end.id;
  for (const client of clients.values()) await client.waitFor(isEnd);
  for (const [type, hearers] of Object.entries(HEARERS_OF_A_REQUEST)) {
    const who = SIGNED_IN.filter((persona) =>
      clients
        .get(persona)
        ?.received.slice(before.get(persona))
        .some((message) => message.type === type),
    );
    expect([type, who]).toEqual([type, SIGNED_IN.filter((persona) => hearers.includes(persona))]);
  }
});
