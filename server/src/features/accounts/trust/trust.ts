import {
  bulkServingsLimit,
  earnsKnown,
  firstLiftingMs,
  NEW_FOR_MS,
  nextLevel,
  TRUST_LIMITS,
  type TrustedHandover,
  type TrustLevel,
  trustLevel,
} from '@openlarder/domain/accounts/trust.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { announceAccount } from '../accounts.events.ts';
import * as store from '../accounts.store.ts';
import type { PersonRow } from '../accounts.store.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { consumeLink, invalidLink, issueLink } from '../auth/recovery/email-links.internal.ts';
import { onInvitationAccepted } from '../accounts.hooks.ts';

/** Whether a person has what the mark allows: also for a while after a change that took the mark away. */
export const countsAsVerified = (
  row: { readonly verified: boolean; readonly verified_until: Date | null },
  now: Date,
): boolean => row.verified || (row.verified_until !== null && row.verified_until > now);

/** Whether a person is verified, vouched for by an admin, or known by their handovers. */
export const isKnown = (
  row: Pick<PersonRow, 'verified' | 'verified_until' | 'vouched_at' | 'known_at'>,
  now: Date,
): boolean => countsAsVerified(row, now) || row.vouched_at !== null || row.known_at !== null;

/** The level of trust of each of these people; unknown ids and closed accounts are absent. */
export async function trustOf(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<Map<string, TrustLevel>> {
  const now = ctx.clock.now();
  const rows = await store.selectTrustFacts(ctx.db, personIds);
  return new Map(
    rows.map((row) => [
      row.id,
      trustLevel({
        isKnown: isKnown(row, now),
        isConfirmed: row.email_verified || !ctx.settings.mail,
        hasLiftingHandover: row.first_handover_at !== null,
        memberForMs: now.getTime() - row.created_at.getTime(),
      }),
    ]),
  );
}

export type TrustLimits = {
  readonly level: TrustLevel;
  /** Listings in 24 hours. */
  readonly listings: number;
  /** Servings of bulk food in 24 hours; null for a verified organization, which takes for many. */
  readonly bulkServings: number | null;
  /** `bulkServings` at the next level; null at the last. */
  readonly bulkServingsNext: number | null;
};

/** What a person may do in 24 hours; a closed account as a new one. */
export async function trustLimitsOf(ctx: AppContext, personId: string): Promise<TrustLimits> {
  const level = (await trustOf(ctx, [personId])).get(personId) ?? 'new';
  const household = await store.selectHousehold(ctx.db, personId);
  const isVerifiedOrganization =
    household !== undefined &&
    household.organization_name !== null &&
    countsAsVerified(household, ctx.clock.now());
  const size = household?.household_size ?? 1;
  const next = nextLevel(level);
  return {
    level,
    listings: TRUST_LIMITS[level].listings,
    bulkServings: isVerifiedOrganization ? null : bulkServingsLimit(level, size),
    bulkServingsNext: next && bulkServingsLimit(next, size),
  };
}

export const knownPeople = (ctx: AppContext): Promise<string[]> => store.selectKnown(ctx.db, ctx.clock.now());

/** Since when each of these people is known (the epoch for verified ones); absent for those who are not. */
export async function knownSince(ctx: AppContext, personIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await store.selectTrustFacts(ctx.db, personIds);
  return new Map(
    rows.flatMap(({ id, vouched_at, known_at, ...row }) => {
      const isVerified = countsAsVerified(row, ctx.clock.now());
      const times = [isVerified ? new Date(0) : null, vouched_at, known_at].filter((at) => at !== null);
      const [first] = times.toSorted((a, b) => a.getTime() - b.getTime());
      return first ? [[id, first] as const] : [];
    }),
  );
}

/** Reads what these people were at any time; those whose accounts are closed are new. */
export async function whatOthersWere(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<(personId: string, at: Date) => TrustedHandover['otherWas']> {
  const rows = new Map((await store.selectTrustFacts(ctx.db, personIds)).map((row) => [row.id, row]));
  return (personId, at) => {
    const row = rows.get(personId);
    if (!row) return 'new';
    if (countsAsVerified(row, ctx.clock.now()) || (row.vouched_at && row.vouched_at <= at)) return 'vouched';
    const isConfirmed = row.email_verified || !ctx.settings.mail;
    const memberSince = new Date(row.created_at.getTime() + NEW_FOR_MS);
    const lifted = [memberSince, row.first_handover_at, row.known_at];
    return isConfirmed && lifted.some((since) => since !== null && since < at) ? 'member' : 'new';
  };
}

/**
 * Stores what a person's completed handovers earn them, after one was completed. `readCompleted` is called with the
 * person locked, so that handovers that end together are all counted.
 */
export async function settleTrust(
  tx: TxContext,
  personId: string,
  readCompleted: () => Promise<readonly TrustedHandover[]>,
): Promise<void> {
  await store.lockPerson(tx.db, personId);
  const completed = await readCompleted();
  const liftedMs = firstLiftingMs(completed);
  await store.setEarnedTrust(tx.db, personId, {
    firstHandoverAt: liftedMs === null ? null : new Date(liftedMs),
    knownAt: earnsKnown(completed) ? tx.clock.now() : null,
  });
}

/** Records that an admin vouches for a person, which makes the person known. */
export const vouchFor = (tx: TxContext, personId: string): Promise<void> =>
  changeVouch(tx, personId, tx.clock.now());

/** Removes an admin's vouch. The person stays known if their handovers earned it. */
export const withdrawVouch = (tx: TxContext, personId: string): Promise<void> =>
  changeVouch(tx, personId, null);

async function changeVouch(tx: TxContext, personId: string, at: Date | null): Promise<void> {
  await store.setVouched(tx.db, personId, at);
  await announceAccount(tx, personId);
}

/** Creates an admin's personal invitation, whose link works once. Returns its URL, the only place that has the token. */
export const createInvitation = (ctx: AppContext): Promise<string> =>
  inTransaction(ctx, (tx) => issueLink(tx, 'invitation', tx.newId()));

/**
 * Uses up an invitation: the admin who made it vouches for the caller. Of two callers, one gets it; 409 `link-over` to the
 * other. It is not used up by a person who is known already.
 */
export async function acceptInvitation(ctx: AppContext, caller: Caller, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await store.lockPerson(tx.db, caller.userId);
    if ((await trustOf(tx, [caller.userId])).get(caller.userId) === 'known') return;
    if ((await consumeLink(tx, 'invitation', token)) === null) throw invalidLink();
    await vouchFor(tx, caller.userId);
    for (const follow of onInvitationAccepted.handlersOf(tx)) await follow(tx, caller.userId);
  });
}
