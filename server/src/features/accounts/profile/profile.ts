import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  organizationTypeSchema,
  type profileBody,
  TOO_SHORT_ORGANIZATION_NAME,
} from '@openlarder/domain/accounts/account-schemas.ts';
import { pausesMail } from '@openlarder/domain/accounts/mail-refusals.ts';
import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import {
  isSomebodyElse,
  VERIFIED_GRACE_MS,
  type VerifiedIdentity,
} from '@openlarder/domain/accounts/verified-identity.ts';
import { errorText, signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type * as z from 'zod/mini';
import { readExactLocation } from '#server/features/places/address-access.ts';
import { readAhead } from '#server/features/places/area-names.ts';
import { placeCountsFrom } from '#server/features/places/daily-place.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceAccount } from '../accounts.events.ts';
import { onBoardVisibility, onMarkLost } from '../accounts.hooks.ts';
import * as store from '../accounts.store.ts';
import type { PersonRow } from '../accounts.store.ts';
import { passwordOf } from '../auth/credentials.store.ts';
import { isKnown } from '../trust/trust.ts';
import { requireAllowedNames } from './allowed-names.ts';
import { requireLanguage } from '#server/platform/texts/translate.ts';

type ProfileBody = z.output<typeof profileBody>;

export async function presentUser(ctx: AppContext, personId: string): Promise<User> {
  const person = await store.personById(ctx.db, personId);
  if (!person) throw signedOut();
  const exact = await readExactLocation(ctx, [profileOf(personId)], personId, ctx.clock.now());
  const publicLocations = await places.profilePlaces(ctx, [personId]);
  const hasPassword = (await passwordOf(ctx.db, personId)) !== null;
  const countsFrom = await placeCountsFrom(ctx, personId);
  return {
    ...presented(person, exact.get(personId), publicLocations.get(personId)?.areaLabel),
    known: isKnown(person, ctx.clock.now()),
    hasPassword,
    placeCountsFrom: countsFrom && countsFrom.toISOString(),
  };
}

export async function getUser(ctx: AppContext, caller: Caller): Promise<User> {
  return presentUser(ctx, caller.userId);
}

/**
 * Changes the caller's profile; absent fields stay. 422 names the invalid field: half a coordinate, an organization
 * without type or address, an address without an organization, a neighborhood that holds an address, a name that
 * nobody may choose.
 */
export async function updateProfile(ctx: AppContext, caller: Caller, body: ProfileBody): Promise<User> {
  // seconds on a slow machine that was just set up: not while rows are locked
  if (pointOf(body)) await readAhead(ctx);
  await inTransaction(ctx, async (tx) => {
    const person = await store.lockPerson(tx.db, caller.userId);
    if (!person || person.closed_at) throw signedOut();
    const now = tx.clock.now();
    const before = await identityOf(tx, person);
    requireLanguage(body.language);
    const columns = columnsAfter(person, body, now);
    const point = pointOf(body);
    const isOrganization = columns.organization_name !== null;
    const after: VerifiedIdentity = {
      firstName: columns.first_name,
      lastName: columns.last_name,
      organizationName: columns.organization_name,
      address: isOrganization ? (body.location ?? before.address) : null,
      point: isOrganization ? (point ?? before.point) : null,
    };
    const verifiedPoint = verifiedPointOf(person) ?? before.point;
    const isVerified = person.verified && !isSomebodyElse({ ...before, point: verifiedPoint }, after);
    const keptPoint = isVerified ? (verifiedPoint ?? after.point) : null;
    await requireAllowedNames(tx, after, { ...before, id: person.id, isAdmin: person.is_admin });
    await store.updatePerson(tx.db, caller.userId, {
      ...columns,
      verified_latitude: keptPoint?.latitude ?? null,
      verified_longitude: keptPoint?.longitude ?? null,
    });
    await changePlace(tx, person, body, { point, isVerified });
    if (person.verified && !isVerified) await loseMark(tx, caller.userId, before, after);
    const isShown = body.leaderboardVisible ?? person.leaderboard_visible;
    if (isShown !== person.leaderboard_visible)
      for (const move of onBoardVisibility.handlersOf(tx)) await move(tx, caller.userId, isShown);
    if (isSwitched(person, body)) await announceAccount(tx, caller.userId);
  });
  return presentUser(ctx, caller.userId);
}

const verifiedPointOf = ({ verified_latitude, verified_longitude }: PersonRow): GeoPoint | null =>
  verified_latitude === null || verified_longitude === null
    ? null
    : { latitude: verified_latitude, longitude: verified_longitude };

async function identityOf(tx: TxContext, person: PersonRow): Promise<VerifiedIdentity> {
  const isOrganization = person.organization_name !== null;
  const exact = (await readExactLocation(tx, [profileOf(person.id)], person.id, tx.clock.now())).get(
    person.id,
  );
  return {
    firstName: person.first_name,
    lastName: person.last_name,
    organizationName: person.organization_name,
    address: isOrganization ? (exact?.address ?? null) : null,
    point: isOrganization ? (exact?.point ?? null) : null,
  };
}

/** Takes the mark away of a person who would be another one with it, and tells the admins. */
async function loseMark(
  tx: TxContext,
  personId: string,
  before: VerifiedIdentity,
  after: VerifiedIdentity,
): Promise<void> {
  const now = tx.clock.now();
  await store.updatePerson(tx.db, personId, {
    verified: false,
    verified_until: new Date(now.getTime() + VERIFIED_GRACE_MS),
    updated_at: now,
  });
  const said = ({ firstName, lastName, organizationName, address }: VerifiedIdentity): string =>
    [organizationName, displayName({ firstName, lastName }), address].filter(Boolean).join(', ');
  for (const tell of onMarkLost.handlersOf(tx)) await tell(tx, personId, `${said(before)} → ${said(after)}`);
}

function presented(
  person: store.PersonRow,
  exact: { point: { latitude: number; longitude: number } | null; address: string } | undefined,
  areaLabel: string | undefined,
): Omit<User, 'hasPassword' | 'known' | 'placeCountsFrom'> {
  const organizationType = organizationTypeSchema.safeParse(person.organization_type);
  return {
    id: person.id,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    emailVerified: person.email_verified,
    emailPaused: pausesMail(person.mail_refused_at.map(Number)),
    userType: person.user_type,
    organizationName: person.organization_name,
    organizationType: organizationType.success ? organizationType.data : null,
    location: exact?.address || null,
    latitude: exact?.point?.latitude ?? null,
    longitude: exact?.point?.longitude ?? null,
    areaLabel: areaLabel ?? null,
    radiusKm: person.radius_km,
    householdSize: person.household_size,
    diets: person.diets,
    allergens: person.allergens,
    language: person.language,
    leaderboardVisible: person.leaderboard_visible,
    showsSharing: person.shows_sharing,
    showsReplies: person.shows_replies,
    showsVerified: person.shows_verified,
    discreet: person.discreet,
    verified: person.verified,
    isAdmin: person.is_admin,
    paused: person.paused_at !== null,
    createdAt: person.created_at.toISOString(),
  };
}

type Organization = Pick<PersonRow, 'organization_name' | 'organization_type'>;

const profileOf = (personId: string) => ({ type: 'profile', id: personId }) as const;

/**
 * The organization after the change. A person registers one with name, type and address together, and removes it with
 * a null name. Refuses with 422 a type or a public address without an organization.
 */
function organizationAfter(person: Organization, body: ProfileBody): Organization {
  const name = body.organizationName === undefined ? person.organization_name : body.organizationName;
  if (name === null) {
    if (body.location !== undefined || body.organizationType !== undefined)
      throw unprocessable({ organizationName: TOO_SHORT_ORGANIZATION_NAME });
    return { organization_name: null, organization_type: null };
  }
  if (person.organization_name === null) {
    const missing = {
      ...(body.organizationType === undefined && {
        organizationType: errorText('required.organization-type'),
      }),
      ...(body.location === undefined && { location: errorText('incomplete-address') }),
    };
    if (Object.keys(missing).length > 0) throw unprocessable(missing);
  }
  return { organization_name: name, organization_type: body.organizationType ?? person.organization_type };
}

const isSwitched = (person: PersonRow, { discreet }: ProfileBody): boolean =>
  discreet !== undefined && discreet !== person.discreet;

/** The person's columns after the change; absent fields stay. */
function columnsAfter(person: PersonRow, body: ProfileBody, now: Date) {
  const firstName = body.firstName ?? person.first_name;
  const lastName = body.lastName ?? person.last_name;
  return {
    ...organizationAfter(person, body),
    first_name: firstName,
    last_name: lastName,
    name: displayName({ firstName, lastName }),
    user_type: body.userType ?? person.user_type,
    radius_km: body.radiusKm ?? person.radius_km,
    household_size: body.householdSize === undefined ? person.household_size : body.householdSize,
    diets: body.diets ?? person.diets,
    allergens: body.allergens ?? person.allergens,
    language: body.language ?? person.language,
    leaderboard_visible: body.leaderboardVisible ?? person.leaderboard_visible,
    shows_sharing: body.showsSharing ?? person.shows_sharing,
    shows_replies: body.showsReplies ?? person.shows_replies,
    shows_verified: body.showsVerified ?? person.shows_verified,
    ...(isSwitched(person, body) && { discreet: body.discreet, discreet_set_at: now }),
    updated_at: now,
  };
}

/** The coordinate of a change, or null without one. Refuses a half with 422 on `longitude`. */
function pointOf({ latitude, longitude }: ProfileBody): GeoPoint | null {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  if (latitude === undefined && longitude === undefined) return null;
  throw unprocessable({ longitude: errorText('incomplete-place') });
}

/**
 * Changes a person's place. Only `location` is a business's, so that no home becomes one by accident; a business's place
 * is changed by `location` only (422 on it otherwise).
 */
async function changePlace(
  tx: TxContext,
  person: PersonRow,
  body: ProfileBody,
  { point, isVerified }: { readonly point: GeoPoint | null; readonly isVerified: boolean },
): Promise<void> {
  const { address, areaLabel, location } = body;
  const { id: personId, organization_name: organization } = person;
  const isBegun = organization === null && location !== undefined;
  const isEnded = organization !== null && body.organizationName === null;
  if (isBegun || isEnded) await places.clearPlace(tx, personId);
  if (location !== undefined)
    return places.setBusinessPlace(tx, personId, { address: location, point }, isVerified);
  if (point === null && address === undefined && !areaLabel) return;
  if (organization !== null && !isEnded)
    throw unprocessable({ location: errorText('required.business-address') });
  const known = (await readExactLocation(tx, [profileOf(personId)], personId, tx.clock.now())).get(personId);
  if (point) {
    const home = { point, areaLabel, address: address ?? known?.address ?? '' };
    await places.setProfilePlace(tx, personId, home);
    return;
  }
  if (address !== undefined) {
    const exact = { point: null, instructions: '', phone: null, ...known, address };
    await places.writeExactLocation(tx, profileOf(personId), personId, exact);
  }
  if (areaLabel)
    await places.setOwnAreaLabel(tx, personId, { areaLabel, address: address ?? known?.address ?? '' });
}
