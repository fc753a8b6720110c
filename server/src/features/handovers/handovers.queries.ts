import type { GivenFood } from '@openlarder/domain/accounts/standing.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { servingsTaken } from '@openlarder/domain/handovers/handover-states.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { HandoverPair } from '@openlarder/domain/moderation/independent-complaints.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { CompletedHandover, HandoverSubject } from './handovers.hooks.ts';
import { presentHandovers } from './handovers.presenter.ts';
import * as store from './handovers.store.ts';
import type { HandoverRow } from './handovers.tables.ts';
import { servingsOfThings } from '@openlarder/domain/listings/listing-fields.ts';

/** The handover, for one of its two people; 404 to anyone else. */
export async function requireOwnHandover(ctx: AppContext, caller: Caller, id: string): Promise<HandoverRow> {
  const row = await store.selectOwnHandover(ctx.db, id, caller.userId);
  if (!row) throw notFound();
  return row;
}

/** One handover, for one of its two people; 404 to anyone else. */
export async function getHandover(ctx: AppContext, caller: Caller, id: string): Promise<Handover> {
  const row = await requireOwnHandover(ctx, caller, id);
  const handover = (await presentHandovers(ctx, caller.userId, [row])).get(id);
  if (!handover) throw notFound();
  return handover;
}

export async function hasOpenHandover(ctx: AppContext, conversationId: string): Promise<boolean> {
  return (await store.selectLatestIn(ctx.db, conversationId))?.status === 'open';
}

/**
 * Which of these people this person has met, as far as they may know it: a handover of the two was completed by code or
 * confirmed by both sides, and if it answers a request of the other, they have told who they are.
 */
export async function metBy(
  ctx: AppContext,
  personId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await store.selectMetBy(ctx.db, personId, otherIds));
}

export async function handoverPairsAmong(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<HandoverPair[]> {
  const rows = await store.selectHandoverPairs(ctx.db, personIds);
  return rows.map(({ giver_id, receiver_id }) => [giver_id, receiver_id]);
}

export async function handoversById(
  ctx: AppContext,
  viewerId: string,
  ids: readonly string[],
): Promise<Map<string, Handover>> {
  return presentHandovers(ctx, viewerId, await store.selectHandovers(ctx.db, ids));
}

export const handoversBetween = (ctx: AppContext, a: string, b: string): Promise<HandoverRow[]> =>
  store.selectBetween(ctx.db, a, b);

/** Counts handovers of each giver since a time: completed ones, and missed ones without food. Absent without any. */
export async function giverRecords(ctx: AppContext, personIds: readonly string[], since: Date) {
  const rows = await store.selectGiverRecords(ctx.db, [...new Set(personIds)], since);
  return new Map(rows.map(({ giver_id, completed, missed }) => [giver_id, { completed, missed }]));
}

/**
 * How much these people gave until a time, by person, without disputed handovers; people who gave nothing are absent.
 */
export async function foodGiven(
  ctx: AppContext,
  personIds: readonly string[],
  until: Date,
): Promise<Map<string, GivenFood>> {
  const rows = await store.selectGiven(ctx.db, personIds, until);
  return new Map(rows.map(({ giver_id, handovers, receivers }) => [giver_id, { handovers, receivers }]));
}

export const takenOf = ({ giver_servings, receiver_servings }: HandoverRow, promised: number): number =>
  servingsTaken(promised, [giver_servings, receiver_servings]);

export const completedOf = (
  row: HandoverRow,
  subject: Pick<HandoverSubject, 'countedAs' | 'listingId' | 'requestId' | 'servings'>,
): CompletedHandover => ({
  id: row.id,
  giverId: row.giver_id,
  receiverId: row.receiver_id,
  listingId: subject.listingId,
  servings: servingsOfThings(takenOf(row, subject.servings), subject.countedAs),
  answersRequest: subject.requestId !== null,
  completedBy: row.completed_by ?? 'one_side',
  completedAt: row.ended_at ?? row.created_at,
});
