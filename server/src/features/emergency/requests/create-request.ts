import type { Asking, CreateRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { conflict, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { pointText } from '#server/db/point-column.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { presentRequestLimits, readRequestLimits, refuseOverLimits, requestOpen } from './request-limits.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from './requests.store.ts';

/** How somebody asks for food, and what may keep them from it. */
export function makeAsking(parts: EmergencyParts) {
  const { db, clock, newId, rateLimits, accounts, places, moderation, alerts, helpLines } = parts;

  /**
   * Writes the request with both sides of its place. It has a point whatever the profile says: the form refuses without
   * one, and so nobody is asked to come to where the requester was last month.
   */
  async function write(tx: Tx, requesterId: string, body: CreateRequest): Promise<store.RequestRow> {
    const now = clock.now();
    const { latitude, longitude } = body;
    const point = { latitude, longitude };
    const side = await places.resolvePublicLocation(tx, requesterId, { point, areaLabel: body.areaLabel });
    const row = await store.insertRequest(tx, {
      id: newId(),
      requester_id: requesterId,
      title: body.title,
      description: body.description,
      urgency_level: body.urgencyLevel,
      household_size: body.householdSize,
      special_needs: body.specialNeeds,
      dietary_restrictions: body.dietaryRestrictions,
      preferred_categories: body.preferredCategories,
      radius_km: body.radiusKm,
      public_point: pointText(side.publicPoint),
      area_label: side.areaLabel,
      meeting_point: body.meetingPoint,
      next_wave_at: null,
      created_at: now,
      // whatever a browser says
      expires_at: new Date(now.getTime() + REQUEST_HOURS * HOUR_MS),
      ended_at: null,
    });
    if (!row) throw requestOpen();
    await places.writeExactLocation(tx, { type: 'request', id: row.id }, requesterId, {
      point,
      address: body.pickupLocation,
      instructions: '',
      phone: null,
    });
    return row;
  }

  /**
   * The limits without this request, which is counted by now. One person's requests pass here one after the other, for
   * each has locked the person's places. The person is only held: whoever shares food or changes a profile locks the
   * person first and the places behind, and would wait for this one while this one waits for them.
   */
  async function keepLimits(tx: Tx, personId: string, requestId: string): Promise<void> {
    if (!(await store.holdPerson(tx, personId))) throw signedOut();
    const now = clock.now();
    const { open, times, pausedUntilMs } = await readRequestLimits(tx, parts, personId, now);
    const others = open?.id === requestId ? undefined : open;
    // the newest is the one being made
    refuseOverLimits({ open: others, times: times.slice(1), pausedUntilMs }, now);
  }

  async function ask(
    tx: Tx,
    personId: string,
    body: CreateRequest,
    address: string,
  ): Promise<{ requestId: string }> {
    // before anything is locked, and before a place is remembered
    refuseOverLimits(await readRequestLimits(tx, parts, personId, clock.now()), clock.now());
    const row = await write(tx, personId, body);
    await alerts.startRound(tx, row, []);
    await alerts.tellChange(tx, row, null);
    await keepLimits(tx, personId, row.id);
    // behind the request, which waited for whoever was being paused meanwhile
    await accounts.requireActive(tx, personId);
    // last: what is refused takes nothing of a share that a whole shelter may have to do with
    await rateLimits.spend('address-request', address);
    return { requestId: row.id };
  }

  /** Makes the request and gives its id. What it refuses, `createRequest` says. */
  async function writeRequest(
    caller: Caller,
    body: CreateRequest,
    address: string,
    idempotency: Idempotency | null,
  ): Promise<string> {
    await accounts.requireActive(db, caller.userId);
    await accounts.requireVerifiedEmail(db, caller.userId);
    const { requestId } = await inTransaction(db, (tx) =>
      once(tx, caller.userId, idempotency, clock, () => ask(tx, caller.userId, body, address)),
    );
    return requestId;
  }

  /** Whether a person may ask now, and where else there is help: also for who may not. */
  async function requestLimits(caller: Caller): Promise<Asking> {
    return presentRequestLimits(await readRequestLimits(db, parts, caller.userId, clock.now()), helpLines);
  }

  /** Tells those who run the community why somebody's asking should not be paused; 409 `not-paused`, 429 `too-many`. */
  async function appealPause(caller: Caller, words: string): Promise<void> {
    const { pausedUntilMs } = await readRequestLimits(db, parts, caller.userId, clock.now());
    if (pausedUntilMs === null) throw conflict('not-paused', 'Your requests are not paused.');
    await moderation.appeal(caller, words);
  }

  return { writeRequest, requestLimits, appealPause };
}
