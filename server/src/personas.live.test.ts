import type { ClientMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import {
  type Persona,
  PERSONAS,
  personOf,
  type Scene,
  createScene,
} from '#server/test/factories/personas.ts';
import { type LiveClient, openLive, type ReceivedMessage } from '#server/test/live/live-client.ts';
import { testApp } from '#server/test/test-app.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';

type SignedIn = Exclude<Persona, 'anonymous'>;
const SIGNED_IN = PERSONAS.filter((persona): persona is SignedIn => persona !== 'anonymous');
const EVERYBODY: readonly SignedIn[] = SIGNED_IN;
const NOT_BLOCKED: readonly SignedIn[] = ['stranger', 'claimer', 'owner', 'otherDonor'];
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
    may: ['otherDonor'],
  },
  unregister_emergency_donor: { frame: () => ({ type: 'unregister_emergency_donor' }), may: EVERYBODY },
};

/** Every message type of the server: who receives it when something happens to the owner's food. */
const HEARERS: Record<ServerMessageType, readonly SignedIn[]> = {
  hello: [],
  alive: [],
  changed: ['claimer', 'owner'],
  error: [],
  watching: [],
  new_food_listing: NOT_BLOCKED,
  heat_map_update: NOT_BLOCKED,
  new_message: ['claimer', 'owner'],
  emergency_alert: [],
  emergency_matched: [],
  emergency_fulfilled: [],
};

const app = await testApp();
const { ctx } = app;
const { host } = new URL(await app.listen());

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
const sharedScene = () => (shared ??= createScene(app));

describe.each(SIGNED_IN)('a socket of %s', (persona) => {
  it.each(Object.entries(FRAMES))('says %s', async (_type, { frame, about, may }) => {
    const scene = await sharedScene();
    const client = await join(personOf(scene, persona)?.cookie ?? '');
    const said = await answersTo(client, frame(about?.(scene) ?? ''));
    const isRefused = said.some(({ type }) => type === 'error');
    expect(isRefused).toBe(!may.includes(persona));
    if (isRefused) expect(said).toEqual(await answersTo(client, frame(UNKNOWN_ID)));
  });
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
  // without a place it goes to every map, and who has received it has received all before it
  const end = await listings.createListing(ctx, claimer.caller, {
    ...listingBody(app.clock),
    latitude: undefined,
    longitude: undefined,
  });
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
