import type { UserType } from '@openlarder/domain/accounts/account-contract.ts';
import { createRequestBody, type EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { createListingBody, type Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/**
 * Everybody who can stand before the same food: `owner` shares it, `claimer` has claimed half of it, `otherDonor`
 * shares something else, `blocked` was blocked by the owner before, `fallenOut` has claimed a part and was blocked
 * by the owner since; `stranger` only lives here, and `nobody` is not signed in. And who stand before a request for food:
 * the stranger has asked and waits, and the other donor, who alone says that they are one, helps the claimer.
 */
export const PERSONAS = [
  'nobody',
  'stranger',
  'claimer',
  'owner',
  'otherDonor',
  'blocked',
  'fallenOut',
] as const;
export type Persona = (typeof PERSONAS)[number];

export type Scene = {
  readonly people: Readonly<Record<Exclude<Persona, 'nobody'>, TestPerson>>;
  readonly listing: Listing;
  readonly claim: Claim;
  /** The claim of who has fallen out with the owner since. */
  readonly lostClaim: Claim;
  /** The stranger's request, which is pending. */
  readonly asked: EmergencyRequest;
  /** The claimer's request, which the other donor helps with. */
  readonly helped: EmergencyRequest;
};

/** What the form sends for food that nobody has claimed yet. */
export function listingBody(clock: Clock) {
  const inHours = (hours: number): string => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
  return z.parse(createListingBody, {
    title: 'Vegetable soup',
    description: 'Still warm',
    category: 'prepared_meals',
    estimatedServings: 8,
    bestByDate: inHours(24),
    expiryDate: inHours(30),
    dateKind: 'use_by',
    allergens: ['celery'],
    diets: ['vegan'],
    pickupLocation: '417 West 51st Street, apartment 7',
    pickupInstructions: 'Ring at Okafor, third floor',
    availableFrom: inHours(0.5),
    availableUntil: inHours(8),
    imageUrls: [],
    imageCaptions: [],
    latitude: 40.758,
    longitude: -73.9855,
    areaLabel: 'Hell’s Kitchen',
    sharePlaceAtOnce: false,
    isBulk: false,
    urgencyLevel: 'low',
    closingTime: '21:30',
    contactPhone: '+1 212 555 0100',
  });
}

/** Food, everybody around it, and what has happened between them: made anew for each call that is tried. */
export async function setScene(app: TestApp): Promise<Scene> {
  const { listings, claims, moderation } = app.features;
  const plant = (firstName: string, userType: UserType = 'recipient') =>
    app.plantPerson({ firstName, userType });
  const people = {
    stranger: await plant('Stan'),
    claimer: await plant('Clara'),
    owner: await plant('Olga'),
    otherDonor: await plant('Otto', 'donor'),
    blocked: await plant('Bert'),
    fallenOut: await plant('Fay'),
  };
  const { owner, otherDonor, claimer, blocked, fallenOut } = people;
  await moderation.blockPerson(owner.caller, blocked.id);
  const listing = await listings.createListing(owner.caller, listingBody(app.clock));
  await listings.createListing(otherDonor.caller, listingBody(app.clock));
  const claim = await claims.claimListing(claimer.caller, listing.id, 4);
  const lostClaim = await claims.claimListing(fallenOut.caller, listing.id, 2);
  await moderation.blockPerson(owner.caller, fallenOut.id);
  return { people, listing, claim, lostClaim, ...(await askForFood(app, people)) };
}

/** Requests at a place of this scene's own, where no donor of another one is alerted. */
async function askForFood(
  app: TestApp,
  { stranger, claimer, otherDonor }: Scene['people'],
): Promise<Pick<Scene, 'asked' | 'helped'>> {
  const { emergency, places } = app.features;
  const point = pointAt({ latitude: -33.9, longitude: 18.4 }, 3000 * ++scenes, 2);
  const place = { point, areaLabel: 'Gardens', address: '2 Mill Lane' };
  await inTransaction(app.db, (tx) => places.setProfilePlace(tx, otherDonor.id, place));
  const body = z.parse(createRequestBody, {
    title: 'Food for tonight',
    pickupLocation: '230 East 44th Street, apartment 12',
    areaLabel: 'Gardens',
    radiusKm: 2,
    ...point,
  });
  const ask = (person: TestPerson) => emergency.createRequest(person.caller, body, '192.0.2.1');
  const [asked, open] = [await ask(stranger), await ask(claimer)];
  return { asked, helped: await emergency.matchRequest(otherDonor.caller, open.id) };
}
let scenes = 0;

/** The persona's own session; null for nobody. */
export const personOf = (scene: Scene, persona: Persona): TestPerson | null =>
  persona === 'nobody' ? null : scene.people[persona];

/** All that a client can see of an answer, but the time of day. */
export const bytesOf = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  statusCode,
  headers: { ...headers, date: '' },
  body,
});
