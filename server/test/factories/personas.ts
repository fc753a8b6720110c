import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { Access } from '@openlarder/domain/kernel/endpoint.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { createRequest } from '#server/features/emergency/requests/create-request.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import type { TestApp } from '#server/test/test-app.ts';

/**
 * All roles around the same listing: `owner` created it, `claimer` has claimed half of it, `otherDonor` has another
 * listing, `blocked` was blocked by the owner before, `blockedLater` has claimed a part and was blocked by the owner
 * afterwards; `stranger` has no relation to it, and `anonymous` is not signed in. Around requests for food: the
 * stranger has a pending one, and the other donor, the only person of type donor, helps the claimer.
 */
export const PERSONAS = [
  'anonymous',
  'stranger',
  'claimer',
  'owner',
  'otherDonor',
  'blocked',
  'blockedLater',
] as const;
export type Persona = (typeof PERSONAS)[number];

export type Scene = {
  readonly people: Readonly<Record<Exclude<Persona, 'anonymous'>, TestPerson>>;
  readonly listing: Listing;
  readonly claim: Claim;
  /** The claim of the person blocked afterwards. */
  readonly lostClaim: Claim;
  /** The stranger's pending request. */
  readonly asked: EmergencyRequest;
  /** The claimer's request, which the other donor helps with. */
  readonly helped: EmergencyRequest;
};

/** A listing, the people around it and their history: created for each call under test. */
export async function createScene(app: TestApp): Promise<Scene> {
  const { ctx } = app;
  const plant = (firstName: string, userType: UserType = 'recipient') =>
    app.createPerson({ firstName, userType });
  const people = {
    stranger: await plant('Stan'),
    claimer: await plant('Clara'),
    owner: await plant('Olga'),
    otherDonor: await plant('Otto', 'donor'),
    blocked: await plant('Bert'),
    blockedLater: await plant('Fay'),
  };
  const { owner, otherDonor, claimer, blocked, blockedLater } = people;
  await blockPerson(ctx, owner.caller, blocked.id);
  const listing = await createListing(ctx, owner.caller, listingBody(app.clock));
  await createListing(ctx, otherDonor.caller, listingBody(app.clock));
  const claim = await claimListing(ctx, claimer.caller, listing.id, 4);
  const lostClaim = await claimListing(ctx, blockedLater.caller, listing.id, 2);
  await blockPerson(ctx, owner.caller, blockedLater.id);
  return { people, listing, claim, lostClaim, ...(await askForFood(app, people)) };
}

/** Requests at a location of this scene only, so that donors of other scenes are not alerted. */
async function askForFood(
  app: TestApp,
  { stranger, claimer, otherDonor }: Scene['people'],
): Promise<Pick<Scene, 'asked' | 'helped'>> {
  const { ctx } = app;
  const point = pointAt({ latitude: -33.9, longitude: 18.4 }, 3000 * ++scenes, 2);
  const place = { point, areaLabel: 'Gardens', address: '2 Mill Lane' };
  await inTransaction(ctx, (tx) => places.setProfilePlace(tx, otherDonor.id, place));
  const body = z.parse(createRequestBody, {
    title: 'Food for tonight',
    pickupLocation: '230 East 44th Street, apartment 12',
    areaLabel: 'Gardens',
    radiusKm: 2,
    ...point,
  });
  const ask = (person: TestPerson) => createRequest(ctx, person.caller, body, '192.0.2.1');
  const [asked, open] = [await ask(stranger), await ask(claimer)];
  return { asked, helped: await matchRequest(ctx, otherDonor.caller, open.id) };
}
let scenes = 0;

/** The persona's session; null for `anonymous`. */
export const personOf = (scene: Scene, persona: Persona): TestPerson | null =>
  persona === 'anonymous' ? null : scene.people[persona];

type SignedIn = Exclude<Persona, 'anonymous'>;
const NOT_BLOCKED: readonly SignedIn[] = ['stranger', 'claimer', 'owner', 'otherDonor'];

/** The subjects of the scene, and who may call about them. */
const SUBJECTS: Partial<
  Record<Access, { readonly id: (scene: Scene) => string; readonly admitted: readonly SignedIn[] }>
> = {
  'viewer of listing': { id: ({ listing }) => listing.id, admitted: NOT_BLOCKED },
  'owner of listing': { id: ({ listing }) => listing.id, admitted: ['owner'] },
  'viewer of person': { id: ({ people }) => people.owner.id, admitted: NOT_BLOCKED },
  'owner of person': { id: ({ people }) => people.owner.id, admitted: ['owner'] },
  'party of handover': { id: ({ claim }) => claim.handover.id, admitted: ['claimer', 'owner'] },
  'party of conversation': { id: ({ claim }) => claim.conversationId, admitted: ['claimer', 'owner'] },
  'viewer of request': { id: ({ asked }) => asked.id, admitted: ['stranger', 'otherDonor'] },
  'helper of request': { id: ({ asked }) => asked.id, admitted: ['otherDonor'] },
  'donor of request': { id: ({ asked }) => asked.id, admitted: ['otherDonor'] },
  'party of request': { id: ({ helped }) => helped.id, admitted: ['claimer', 'otherDonor'] },
};

/** Those who differ for a call: where the scene has no subject for it, by being signed in and by their type alone. */
export const personasFor = (access: Access): readonly Persona[] =>
  SUBJECTS[access] ? PERSONAS : ['anonymous', 'stranger', 'otherDonor'];

/** The persona's session for a write; of a person who has just joined if it is about nothing of the scene. */
export async function writerOf(
  app: TestApp,
  scene: Scene,
  access: Access,
  persona: Persona,
): Promise<TestPerson | null> {
  if (persona === 'anonymous' || SUBJECTS[access]) return personOf(scene, persona);
  return app.createPerson({ userType: persona === 'otherDonor' ? 'donor' : 'recipient' });
}

/** Whether a write that succeeded leaves the scene as it was. */
export const isBesideScene = (access: Access): boolean => !SUBJECTS[access];

/** The id of what the call is about; an id of another kind where the scene has no such subject. */
export const subjectOf = (access: Access, scene: Scene): string =>
  (SUBJECTS[access]?.id ?? (({ listing }: Scene) => listing.id))(scene);

/** The status with which the declared access refuses the persona; null if it admits them. */
export function refusalOf(access: Access, persona: Persona): 401 | 403 | 404 | null {
  if (access === 'anyone') return null;
  if (persona === 'anonymous') return 401;
  if (access === 'person') return null;
  if (access.startsWith('donor')) return persona === 'otherDonor' ? null : 403;
  // no persona is an organization
  if (access === 'organization') return 403;
  return SUBJECTS[access]?.admitted.includes(persona) ? null : 404;
}

/** Everything a client can see of a response, except the date. */
export const bytesOf = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  statusCode,
  headers: { ...headers, date: '' },
  body,
});
