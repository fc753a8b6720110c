import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { wordsOf } from '@openlarder/domain/kernel/search-words.ts';
import { showBusinessPlace } from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceAccount } from '../accounts.events.ts';
import * as accounts from '../accounts.store.ts';
import { emailDigestOf } from '../auth/better-auth.ts';
import { queuePausedMail, queueResumedMail } from '../mail/account-mail-jobs.ts';
import { shownStanding } from '../standing/standing.ts';
import { countsAsVerified, trustOf } from '../trust/trust.ts';
import * as store from './account-lifecycle.store.ts';

/** A person as admins see them. */
export type AdminPersonView = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly userType: UserType;
  readonly isBusiness: boolean;
  readonly isAdmin: boolean;
  readonly verified: boolean;
  /** Whether the account still counts as verified, as it does for some days after it changed its name or place. */
  readonly countsAsVerified: boolean;
  readonly isVouchedFor: boolean;
  readonly trust: TrustLevel;
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
};

const nameParts = (row: store.StatusRow) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  organizationName: row.organization_name,
});

async function change(
  tx: TxContext,
  personId: string,
  columns: Omit<Parameters<typeof store.updateStatus>[2], 'updated_at'>,
): Promise<void> {
  await store.updateStatus(tx.db, personId, { ...columns, updated_at: tx.clock.now() });
  await announceAccount(tx, personId);
}

/**
 * Keeps an account from being closed or paused until the transaction ends, without waiting for other writes to it;
 * called before any of the person's rows. False if it is closed.
 */
export const lockOpenAccount = (tx: TxContext, personId: string): Promise<boolean> =>
  store.shareLockPerson(tx.db, personId);

/**
 * Locks the person's row until the transaction ends, so that what else they begin at the same time is counted after it.
 * False if their account is closed.
 */
export const lockPerson = async (tx: TxContext, personId: string): Promise<boolean> =>
  (await accounts.lockPerson(tx.db, personId))?.closed_at === null;

/**
 * Refuses (403 `account-paused`) a paused person. Offering, claiming, uploading and reporting call it; reading,
 * finishing what is open, blocking, exporting and closing the account do not, nor does what `isAllowed` permits a
 * paused person.
 */
export async function requireActive(
  ctx: AppContext,
  personId: string,
  isAllowed?: () => Promise<boolean>,
): Promise<void> {
  const person = await store.statusOf(ctx.db, personId);
  if (!person?.paused_at || (await isAllowed?.())) return;
  const { adminEmail } = ctx.settings;
  throw adminEmail
    ? new AppError(403, 'account-paused.email', { params: { adminEmail } })
    : new AppError(403, 'account-paused.organizer');
}

const adminView = (row: store.StatusRow, trust: AdminPersonView['trust'], now: Date): AdminPersonView => ({
  id: row.id,
  email: row.email,
  name: displayName(nameParts(row)),
  userType: row.user_type,
  isBusiness: row.organization_name !== null,
  isAdmin: row.is_admin,
  verified: row.verified,
  countsAsVerified: countsAsVerified(row, now),
  isVouchedFor: row.vouched_at !== null,
  trust,
  pausedAt: row.paused_at,
  pausedReason: row.paused_reason,
});

async function adminViews(ctx: AppContext, rows: readonly store.StatusRow[]): Promise<AdminPersonView[]> {
  const trust = await trustOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => adminView(row, trust.get(row.id) ?? 'new', ctx.clock.now()));
}

/** The person with this email or id; null if unknown or closed. For admins only. */
export async function findPerson(ctx: AppContext, emailOrId: string): Promise<AdminPersonView | null> {
  const row = await store.personByEmailOrId(ctx.db, emailOrId);
  return (row && (await adminViews(ctx, [row]))[0]) ?? null;
}

/** How many names a search reads at a time, so that it neither keeps all in memory nor the process from other work. */
const NAMES_AT_A_TIME = 1000;

/** At most `most` people whose name, folded as by the search, or email contains `part`, by name. For admins only. */
export async function searchPeople(ctx: AppContext, part: string, most: number): Promise<AdminPersonView[]> {
  const read = (...names: (string | null)[]): string => wordsOf(names.join(' ')).join(' ');
  const [wanted, email] = [read(part), part.toLowerCase()];
  let found: { readonly id: string; readonly name: string }[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.selectNames>> = await store.selectNames(ctx.db, {
      after,
      limit: NAMES_AT_A_TIME,
    });
    const meant = page.filter(
      (each) =>
        each.email.includes(email) ||
        (wanted !== '' && read(each.first_name, each.last_name, each.organization_name).includes(wanted)),
    );
    const named = meant.map(({ id, ...each }) => ({
      id,
      name: each.organization_name ? read(each.organization_name) : read(each.first_name, each.last_name),
    }));
    found = [...found, ...named]
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1))
      .slice(0, most);
    after = page.at(-1)?.id ?? null;
    if (page.length < NAMES_AT_A_TIME || after === null) break;
  }
  const rows = new Map(
    (
      await store.selectStatuses(
        ctx.db,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return adminViews(
    ctx,
    found.flatMap(({ id }) => rows.get(id) ?? []),
  );
}

/** The public data of a person besides their name; null if unknown or closed. */
export async function publicStatus(ctx: AppContext, personId: string) {
  const row = await store.statusOf(ctx.db, personId);
  return row ? { standing: shownStanding(row), memberSince: row.created_at } : null;
}

/** The key that recognizes a person if they sign up again, and their pause; null for a closed account. */
export async function closureStatus(
  ctx: AppContext,
  personId: string,
): Promise<{
  readonly emailDigest: string;
  readonly pausedAt: Date | null;
  readonly reason: string | null;
} | null> {
  const row = await store.statusOf(ctx.db, personId);
  if (!row) return null;
  const emailDigest = emailDigestOf(ctx.settings.sessionSecret, row.email);
  return { emailDigest, pausedAt: row.paused_at, reason: row.paused_reason };
}

/**
 * Pauses a person and mails them; a second call changes only the reason, if one is given. Blocks concurrent writes for
 * the person until the end of the transaction, so that their offers can be withdrawn afterwards.
 */
export async function pausePerson(tx: TxContext, personId: string, reason: string): Promise<void> {
  await store.lockPersonAgainstWrites(tx.db, personId);
  const before = await store.statusOf(tx.db, personId);
  await change(tx, personId, {
    paused_at: before?.paused_at ?? tx.clock.now(),
    paused_reason: reason || (before?.paused_reason ?? null),
  });
  if (!before?.paused_at) await queuePausedMail(tx, personId);
}

/** Resumes a paused person; what was withdrawn stays so. Returns false if they were not paused. */
export async function resumePerson(tx: TxContext, personId: string): Promise<boolean> {
  const before = await store.statusOf(tx.db, personId);
  if (!before?.paused_at) return false;
  await change(tx, personId, { paused_at: null, paused_reason: null });
  await queueResumedMail(tx, personId);
  return true;
}

/** Sets or removes the mark of a person; an organization's address is public with it. */
export async function setVerified(tx: TxContext, personId: string, verified: boolean): Promise<void> {
  // the point at this moment is kept by the first change of the profile
  const noPoint = { verified_latitude: null, verified_longitude: null };
  await change(tx, personId, { verified, verified_until: null, ...noPoint });
  const [row] = await store.selectStatuses(tx.db, [personId]);
  if (row?.organization_name) await showBusinessPlace(tx, personId, verified);
}

/** Hides the addresses of organizations whose mark was lost, once what it allowed is over. */
export const hideLapsedAddresses = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const id of await store.lockLapsedBusinesses(tx.db, tx.clock.now()))
      await showBusinessPlace(tx, id, false);
  });

export const setAdmin = (tx: TxContext, personId: string, isAdmin: boolean): Promise<void> =>
  change(tx, personId, { is_admin: isAdmin });
