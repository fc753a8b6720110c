import { displayName } from '@openlarder/domain/accounts/names.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { AccountMailJobs } from '../mail/account-mail-jobs.ts';
import type { AccountsParts } from '../accounts.parts.ts';
import { returnKeyOf } from '../auth/better-auth.ts';
import * as store from './account-lifecycle.store.ts';

/** The event that something about a person's own account is another than before: paused, verified. */
export const ACCOUNT_CHANGED = 'account_changed';
export type AccountChanged = { readonly personId: string };

/** A person as those who run the community know them. */
export type AdminPersonView = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly userType: string;
  readonly isAdmin: boolean;
  readonly verified: boolean;
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
};

const nameParts = (row: store.StatusRow) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  organizationName: row.organization_name,
});

/** How people stand in the community, which only those who run it decide. */
export function makeAccountStatus(parts: AccountsParts, mailJobs: AccountMailJobs) {
  const { clock, eventLog, adminEmail, placeSecret } = parts;

  async function change(
    tx: Tx,
    personId: string,
    columns: Omit<Parameters<typeof store.updateStatus>[2], 'updated_at'>,
  ): Promise<void> {
    await store.updateStatus(tx, personId, { ...columns, updated_at: clock.now() });
    const changed: AccountChanged = { personId };
    await eventLog.append(tx, ACCOUNT_CHANGED, changed);
  }

  /**
   * Refuses (403 `account-paused`) whoever is paused. What offers, takes, uploads or reports asks for it; reading,
   * finishing what is open, blocking, taking one's data along and leaving do not; nor does what `isAllowed` lets
   * a paused person do all the same.
   */
  async function requireActive(
    dbOrTx: DbOrTx,
    personId: string,
    isAllowed?: () => Promise<boolean>,
  ): Promise<void> {
    const person = await store.statusOf(dbOrTx, personId);
    if (!person?.paused_at || (await isAllowed?.())) return;
    const whom = adminEmail ? `write to ${adminEmail}` : 'talk to the people who run this community';
    throw new AppError(
      403,
      'account-paused',
      `Your account is paused for now. You can finish what you have begun; please ${whom} about anything else.`,
    );
  }

  /** Whoever has this address or id and has not left; null for nobody. For those who run the community alone. */
  async function findPerson(dbOrTx: DbOrTx, emailOrId: string): Promise<AdminPersonView | null> {
    const row = await store.personByEmailOrId(dbOrTx, emailOrId);
    if (!row) return null;
    return {
      id: row.id,
      email: row.email,
      name: displayName(nameParts(row)),
      userType: row.user_type,
      isAdmin: row.is_admin,
      verified: row.verified,
      pausedAt: row.paused_at,
      pausedReason: row.paused_reason,
    };
  }

  /** What everybody may know of a person besides their name; null for who has left, or never was. */
  async function publicStatus(
    dbOrTx: DbOrTx,
    personId: string,
  ): Promise<{ readonly verified: boolean; readonly memberSince: Date } | null> {
    const row = await store.statusOf(dbOrTx, personId);
    return row ? { verified: row.verified, memberSince: row.created_at } : null;
  }

  /**
   * What a person is known by should they come back, and whether they are paused; null for who has left already.
   */
  async function closureStatus(
    dbOrTx: DbOrTx,
    personId: string,
  ): Promise<{
    readonly returnKey: string;
    readonly pausedAt: Date | null;
    readonly reason: string | null;
  } | null> {
    const row = await store.statusOf(dbOrTx, personId);
    if (!row) return null;
    const returnKey = returnKeyOf(placeSecret, row.email);
    return { returnKey, pausedAt: row.paused_at, reason: row.paused_reason };
  }

  /**
   * Pauses a person, who is told by mail; again only changes the reason, where one is given. From here to the end of the transaction
   * nobody writes for them, so that what they offer can be taken back behind it.
   */
  async function pausePerson(tx: Tx, personId: string, reason: string): Promise<void> {
    await store.lockPersonAgainstWrites(tx, personId);
    const before = await store.statusOf(tx, personId);
    await change(tx, personId, {
      paused_at: before?.paused_at ?? clock.now(),
      paused_reason: reason || (before?.paused_reason ?? null),
    });
    if (!before?.paused_at) await mailJobs.queuePaused(tx, personId);
  }

  /** Lets a paused person go on; what was taken back stays so. Gives whether they were paused. */
  async function resumePerson(tx: Tx, personId: string): Promise<boolean> {
    const before = await store.statusOf(tx, personId);
    if (!before?.paused_at) return false;
    await change(tx, personId, { paused_at: null, paused_reason: null });
    await mailJobs.queueResumed(tx, personId);
    return true;
  }

  return {
    requireActive,
    findPerson,
    publicStatus,
    closureStatus,
    pausePerson,
    resumePerson,
    /** Marks a person as known to those who run the community, or takes that back. */
    setVerified: (tx: Tx, personId: string, verified: boolean) => change(tx, personId, { verified }),
    /** Makes a person one of those who run the community, or takes that back. */
    setAdmin: (tx: Tx, personId: string, isAdmin: boolean) => change(tx, personId, { is_admin: isAdmin }),
  };
}
