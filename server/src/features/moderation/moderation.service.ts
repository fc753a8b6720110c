import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { instantOfWallClock, wallClock } from '@openlarder/domain/kernel/time.ts';
import type { PersonProfile } from '@openlarder/domain/moderation/moderation-contract.ts';
import { closureStatus, publicStatus } from '#server/features/accounts/lifecycle/account-status.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { blocksOf, isBlockedBetween } from './blocks/blocks.ts';
import * as store from './moderation.store.ts';
import * as reports from './reports/reports.store.ts';

/** A person as others see them. 404 across a block, for a closed account and for an unknown id. */
export async function getPerson(ctx: AppContext, caller: Caller, personId: string): Promise<PersonProfile> {
  const person = (await summaries(ctx, [personId])).get(personId);
  const status = await publicStatus(ctx, personId);
  if (!person || !status) throw notFound();
  if (await isBlockedBetween(ctx, caller.userId, personId)) throw notFound();
  const { standing, memberSince } = status;
  const { timeZone } = ctx.settings;
  const { year, month } = wallClock(memberSince.getTime(), timeZone);
  const began = instantOfWallClock({ year, month, day: 1, hour: 0, minute: 0, second: 0 }, timeZone);
  return { person, verified: standing.verified, standing, memberSince: new Date(began).toISOString() };
}

/**
 * Removes a person who closes their account from blocks and reports; the evidence stays. Blocks against them and their
 * pause are kept in case they sign up again.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  const status = await closureStatus(tx, personId);
  if (status) {
    const { emailDigest, pausedAt, reason } = status;
    await store.keepFormerBlocks(tx.db, personId, emailDigest, tx.clock.now());
    if (pausedAt) await store.keepFormerPause(tx.db, emailDigest, { pausedAt, reason }, tx.clock.now());
  }
  await store.deleteFormerBlocksBy(tx.db, personId);
  await store.deletePersonFromBlocksAndReports(tx.db, personId);
}

/** A person's blocks by public name, their reports and their pause. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const [blocks, former, reported, status] = [
    await blocksOf(ctx, personId),
    await store.formerBlocksBy(ctx.db, personId),
    await reports.reportsOf(ctx.db, personId),
    await closureStatus(ctx, personId),
  ];
  return {
    blocks: [
      ...blocks.map(({ person, createdAt }) => ({ person: person.displayName, since: createdAt })),
      ...former.map((block) => ({ person: null, since: block.created_at.toISOString() })),
    ],
    reports: reported.map((report) => ({
      about: { type: report.subject_type, id: report.subject_id },
      reason: report.reason,
      details: report.details,
      reportedAt: report.created_at.toISOString(),
      closedAt: report.closed_at?.toISOString() ?? null,
    })),
    paused: status?.pausedAt ? { since: status.pausedAt.toISOString(), reason: status.reason } : null,
  };
}
