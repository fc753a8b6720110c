import type {
  CreateRequest,
  EmergencyRequest,
  RequestLimits,
} from '@openlarder/domain/emergency/request-contract.ts';
import { helpLineTexts } from '@openlarder/domain/emergency/help-line-texts.ts';
import { helpLinesFor } from '@openlarder/domain/emergency/help-lines.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { AppError, conflict, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { requireVerifiedEmail } from '#server/features/accounts/auth/recovery/email-verification.ts';
import { lockOpenAccount, requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { appeal } from '#server/features/moderation/reports/create-report.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import * as alerts from '../alerts/alerts.ts';
import { areaOfPosition } from '../areas/area-of-point.ts';
import { announceChange } from '../emergency.events.ts';
import { presentRequestLimits, readRequestLimits, refuseOverLimits, requestOpen } from './request-limits.ts';
import { getRequest } from './request-queries.ts';
import * as store from './requests.store.ts';
import { readerLanguage } from '#server/features/accounts/profile/person-queries.ts';

/**
 * Creates a request for food, open for 24 hours. `address` is the network address it comes from: past thirty a day by
 * new people, a request alerts its first wave only; it is never refused for its address, which a shelter or a mobile
 * network may share. 409 `request-open`, `requests-today`; 403 `verify-email`, `account-paused`.
 */
export async function createRequest(
  ctx: AppContext,
  caller: Caller,
  body: CreateRequest,
  address: string,
  idempotency: Idempotency | null = null,
): Promise<EmergencyRequest> {
  await requireActive(ctx, caller.userId);
  await requireVerifiedEmail(ctx, caller.userId);
  const { requestId } = await inTransaction(ctx, (tx) =>
    once(tx, caller.userId, idempotency, () => writeRequest(tx, caller.userId, body, address)),
  );
  return getRequest(ctx, caller, requestId);
}

/** The caller's limits for requests, and other places to find help; also for a person who may not create one. */
export async function requestLimits(ctx: AppContext, caller: Caller): Promise<RequestLimits> {
  const translate = translateInto(await readerLanguage(ctx, caller.userId));
  return presentRequestLimits(
    await readRequestLimits(ctx, caller.userId, ctx.clock.now()),
    helpLinesFor(regionOf(ctx.settings).country, ctx.settings.helpLines, (key) =>
      translate(helpLineTexts, key),
    ),
  );
}

/** Asks the admins to let the caller ask as often as others; 409 `not-slowed`, 429 `too-many`. */
export async function appealRequestLimit(ctx: AppContext, caller: Caller, text: string): Promise<void> {
  const { slowedUntilMs } = await readRequestLimits(ctx, caller.userId, ctx.clock.now());
  if (slowedUntilMs === null) throw conflict('not-slowed');
  await appeal(ctx, caller, text);
}

async function writeRequest(tx: TxContext, personId: string, body: CreateRequest, address: string) {
  // before anything is locked
  refuseOverLimits(await readRequestLimits(tx, personId, tx.clock.now()));
  const row = await insertRequest(tx, personId, body);
  await alerts.startRound(tx, row, []);
  await announceChange(tx, row, null);
  await enforceLimits(tx, personId, row.id);
  // after the request, which may have waited while the person was paused
  await requireActive(tx, personId);
  // last: refused requests must not use up the share of an address
  if (!(await isWithinShare(tx, personId, address))) await alerts.keepToFirstWave(tx, row.id);
  return { requestId: row.id };
}

/** Counts a request of a new person by its address; false past the share of the address. */
async function isWithinShare(tx: TxContext, personId: string, address: string): Promise<boolean> {
  if ((await trustOf(tx, [personId])).get(personId) !== 'new') return true;
  try {
    await tx.rateLimits.spend('address-request', address, tx);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
}

/**
 * Inserts the request with the area of the form's position, not the profile's, which may be out of date. Neither the
 * position nor the address is stored.
 */
async function insertRequest(
  tx: TxContext,
  requesterId: string,
  body: CreateRequest,
): Promise<store.RequestRow> {
  const now = tx.clock.now();
  const { latitude, longitude } = body;
  const area = await areaOfPosition(tx, requesterId, { latitude, longitude });
  const row = await store.insertRequest(tx.db, {
    id: tx.newId(),
    requester_id: requesterId,
    title: body.title,
    description: body.description,
    urgency_level: body.urgencyLevel,
    household_size: body.householdSize,
    special_needs: body.specialNeeds,
    dietary_restrictions: body.dietaryRestrictions,
    preferred_categories: body.preferredCategories,
    radius_km: body.radiusKm,
    area: area && JSON.stringify(area),
    shows_first_name: body.showsFirstName,
    meeting_point: body.meetingPoint,
    next_wave_at: null,
    created_at: now,
    // never the client's value
    expires_at: new Date(now.getTime() + REQUEST_HOURS * HOUR_MS),
    ended_at: null,
  });
  if (!row) throw requestOpen();
  return row;
}

/**
 * Checks the limits with this request counted. Requests of one person pass one after the other, since only one of them
 * can be open. The person is locked in shared mode, so as not to wait for other writes to their row.
 */
async function enforceLimits(tx: TxContext, personId: string, requestId: string): Promise<void> {
  if (!(await lockOpenAccount(tx, personId))) throw signedOut();
  const state = await readRequestLimits(tx, personId, tx.clock.now());
  const open = state.open?.id === requestId ? undefined : state.open;
  // the newest is this request
  refuseOverLimits({ ...state, open, times: state.times.slice(1) });
}
