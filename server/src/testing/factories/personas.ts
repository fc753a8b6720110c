import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { createListingBody, type Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '#server/platform/clock.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/**
 * Everybody who can stand before the same food: `owner` shares it, `claimer` has claimed half of it, `otherDonor`
 * shares something else, `blocked` was blocked by the owner before, `fallenOut` has claimed a part and was blocked
 * by the owner since; `stranger` only lives here, and `nobody` is not signed in.
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
  const plant = (firstName: string) => app.plantPerson({ firstName });
  const people = {
    stranger: await plant('Stan'),
    claimer: await plant('Clara'),
    owner: await plant('Olga'),
    otherDonor: await plant('Otto'),
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
  return { people, listing, claim, lostClaim };
}

/** The persona's own session; null for nobody. */
export const personOf = (scene: Scene, persona: Persona): TestPerson | null =>
  persona === 'nobody' ? null : scene.people[persona];

/** All that a client can see of an answer, but the time of day. */
export const bytesOf = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  statusCode,
  headers: { ...headers, date: '' },
  body,
});
