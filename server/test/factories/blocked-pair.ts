import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as z from 'zod/mini';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as emergency from '#server/features/emergency/requests/create-request.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import { type makePhotoFixture, photoIdOf } from '#server/test/photo-fixture.ts';
import type { TestApp } from '#server/test/test-app.ts';

/** The relationship of the two before one blocked the other. */
export const RELATIONSHIPS = ['strangers', 'claimed', 'handed over'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];
export const ROLES = ['donor', 'guest'] as const;
export type Role = (typeof ROLES)[number];

/** One of the two, with words that are unique in the test database. */
export type Side = {
  readonly role: Role;
  readonly person: TestPerson;
  /** What the other may still see from before the block: names, and texts written then. */
  readonly before: readonly string[];
  /** What the other must never see: email address, home address, phone, photos that were not sent to them. */
  readonly secrets: string[];
  /** A word in everything they write after the block. */
  readonly later: string;
  /** The ids of what belongs to them, by kind. */
  readonly ids: Record<'person' | 'session' | 'listing' | 'photo', string> & Record<string, string>;
};
export type BlockedPair = {
  readonly relationship: Relationship;
  readonly sides: Readonly<Record<Role, Side>>;
  /** What the two share: a claim, its handover and conversation, and a message of each. */
  readonly shared: Readonly<Record<string, string>>;
};

type Fixture = TestApp & Pick<ReturnType<typeof makePhotoFixture>, 'pathOf'>;
let counted = 0;
const phoneOf = (nth: number, area: number): string => `+1 ${area} 555 ${String(nth).padStart(4, '0')}`;

/** Two people with or without a common relationship, each with a listing of their own. */
export async function createPair(app: Fixture, relationship: Relationship): Promise<BlockedPair> {
  const { ctx } = app;
  const sides = { donor: await makeSide(app, 'donor'), guest: await makeSide(app, 'guest') };
  if (relationship === 'strangers') return { relationship, sides, shared: {} };
  const { donor, guest } = sides;
  const claimed = await claims.claimListing(ctx, guest.person.caller, donor.ids.listing, 2);
  const { conversationId: conversation, handover } = claimed;
  await handovers.revealAddress(ctx, donor.person.caller, conversation);
  const messages: Record<string, string> = {};
  for (const { role, person, before, secrets } of [donor, guest]) {
    const photo = await app.pathOf(person);
    const words = `${before.at(-1)} at six`;
    messages[`message of the ${role}`] = (
      await sendMessage(ctx, person.caller, conversation, words, null, photo)
    ).id;
    secrets.push(photoIdOf(photo));
  }
  for (const { person } of [donor, guest]) await markConversationRead(ctx, person.caller, conversation);
  // unread messages, which would be mailed
  for (const { person, before } of [donor, guest])
    await sendMessage(ctx, person.caller, conversation, `Or later, ${before.at(-1)}?`);
  if (relationship === 'handed over')
    for (const { person } of [donor, guest])
      await handovers.completeHandover(ctx, person.caller, handover.id);
  return {
    relationship,
    sides,
    shared: { claim: claimed.id, handover: handover.id, conversation, ...messages },
  };
}

async function makeSide(app: Fixture, role: Role): Promise<Side> {
  const nth = ++counted;
  const word = (base: string): string => `${base}${nth}x`;
  const [firstName, lastName] =
    role === 'donor' ? [word('Zaphra'), word('Quillfeather')] : [word('Bertilde'), word('Oxenholm')];
  const person = await app.createPerson({ firstName, lastName, userType: 'donor' });
  await app.db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute();
  const photo = await app.pathOf(person);
  const said = word('parsnip');
  const secrets = {
    pickupLocation: word('Hidden Lane '),
    pickupInstructions: word('Ring at '),
    contactPhone: phoneOf(nth, 212),
  };
  const listing = await listings.createListing(app.ctx, person.caller, {
    ...foodOf(app, said),
    ...secrets,
    imageUrls: [photo],
  });
  const request = await askForFood(app, person, said, Math.ceil(nth / 2));
  return {
    role,
    person,
    before: [firstName, lastName, said],
    secrets: [person.email, ...Object.values(secrets), photoIdOf(photo)],
    later: word('kohlrabi'),
    ids: {
      person: person.id,
      session: person.caller.sessionId,
      listing: listing.id,
      photo: photoIdOf(photo),
      request: request.id,
    },
  };
}

/**
 * A request of a donor in need: the other person is near enough to help, and later waves alert no person of another
 * pair.
 */
async function askForFood(
  app: TestApp,
  { id, caller }: TestPerson,
  word: string,
  nthPair: number,
): Promise<EmergencyRequest> {
  const { ctx } = app;
  const point = pointAt({ latitude: -33.9, longitude: 18.4 }, 3000 * nthPair, 2);
  const place = { point, areaLabel: 'Gardens', address: '1 Own Street' };
  await inTransaction(ctx, (tx) => places.setProfilePlace(tx, id, place));
  // the title of a request is visible to all donors, also across a block: a missing request would reveal its requester
  const body = {
    title: 'Dinner',
    description: `Soup of ${word}`,
    specialNeeds: `No ${word}`,
    pickupLocation: '1 Own Street',
    radiusKm: 1,
    ...point,
  };
  return emergency.createRequest(ctx, caller, z.parse(createRequestBody, body), '192.0.2.1');
}

const foodOf = (app: TestApp, word: string): CreateListing =>
  z.parse(createListingBody, {
    ...listingBody(app.clock),
    title: `Soup of ${word}`,
    description: `Made of ${word}`,
  });

/** Writes into every text field, as the blocked person would. Responses are ignored. */
export async function writeAllTextFields(
  app: Fixture,
  { sides, shared, relationship }: BlockedPair,
  role: Role,
  blocks: Role,
): Promise<void> {
  const { person, later, ids, secrets } = sides[role];
  const call = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
    app.as(person, { method, url, payload });
  const [first, second] = [await app.pathOf(person), await app.pathOf(person)];
  const words = {
    title: later,
    description: later,
    pickupLocation: later,
    pickupInstructions: later,
    areaLabel: later,
    contactPhone: phoneOf(Number(/\d+/.exec(later)), 646),
  };
  secrets.push(words.contactPhone);
  await call('PUT', '/api/users/profile', {
    address: later,
    areaLabel: later,
    latitude: 40.7,
    longitude: -74,
  });
  const { isBulk: _isBulk, ...changeable } = foodOf(app, later);
  await call('PATCH', `/api/food-listings/${ids.listing}`, { ...changeable, ...words });
  const body = { ...foodOf(app, later), ...words, imageUrls: [first], imageCaptions: [later] };
  const shown = await call('POST', '/api/food-listings', body);
  if (shown.statusCode !== 201) throw new Error(`food could not be shared: ${shown.body}`);
  ids['new listing'] = shown.json().id;
  ids['new photo'] = photoIdOf(first);
  secrets.push(shown.json().id, photoIdOf(first), photoIdOf(second));
  for (const conversation of shared['conversation'] ? [shared['conversation']] : []) {
    const payload = { content: later, photo: second };
    await call('POST', `/api/conversations/${conversation}/messages`, payload);
    await call('POST', `/api/conversations/${conversation}/read`, {});
    await call('POST', `/api/conversations/${conversation}/share-place`, { meetingPoint: later });
  }
  const time = new Date(app.clock.at + HOUR_MS).toISOString();
  for (const handover of shared['handover'] ? [shared['handover']] : [])
    for (const move of ['propose-time', 'accept-time', 'on-my-way'])
      await call('POST', `/api/handovers/${handover}/${move}`, { time });
  const other = sides[role === 'donor' ? 'guest' : 'donor'];
  for (const [type, id] of [
    ['person', other.ids.person],
    ['listing', other.ids.listing],
    ['request', other.ids['request']],
  ])
    await call('POST', '/api/reports', { subject: { type, id }, reason: 'other', details: later });
  await call('POST', `/api/food-listings/${other.ids.listing}/claim`, { servings: 1 });
  const asked = `/api/emergency-requests/${other.ids['request']}`;
  const moves = ['block'];
  // a helper's own block of a stranger does not prevent a match, of which the other is notified
  if (relationship !== 'strangers' || role !== blocks) moves.unshift('match');
  for (const move of moves) await call('POST', `${asked}/${move}`, {});
}
