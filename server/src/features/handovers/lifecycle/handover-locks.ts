import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { handoverOwner, type HandoverSubject } from '../handovers.hooks.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';

/** A locked handover with its subject. */
export type LockedHandover = { readonly row: HandoverRow; readonly subject: HandoverSubject };

/** The subject of a handover whose claim or match no longer exists. */
const NOTHING: HandoverSubject = {
  claimId: null,
  listingId: null,
  placeIsPublic: false,
  servings: 0,
  countedAs: null,
  offeredUntil: null,
  requestId: null,
  title: '',
  tellsReceiver: true,
};

export async function subjectsOf(
  ctx: AppContext,
  handoverIds: readonly string[],
): Promise<ReadonlyMap<string, HandoverSubject>> {
  const subjects = new Map<string, HandoverSubject>();
  if (handoverIds.length === 0) return subjects;
  for (const { describe } of handoverOwner.handlersOf(ctx))
    for (const [id, about] of await describe(ctx, handoverIds))
      subjects.set(id, { ...(subjects.get(id) ?? NOTHING), ...about });
  return subjects;
}

// The order in which all features take locks is stated in docs/architecture.md, "What keeps it correct".

/** Locks the subjects of these handovers; may be called repeatedly in one transaction. */
export async function lockSubjects(tx: TxContext, handoverIds: readonly string[]): Promise<void> {
  if (handoverIds.length > 0)
    for (const { lock } of handoverOwner.handlersOf(tx)) await lock(tx, handoverIds);
}

async function lockHandover(tx: TxContext, id: string): Promise<LockedHandover> {
  const row = await store.lockHandover(tx.db, id);
  return { row, subject: (await subjectsOf(tx, [id])).get(id) ?? NOTHING };
}

/** Runs `step` in a transaction on the handover, with it and its subject locked. */
export async function withHandover<Result>(
  ctx: AppContext,
  id: string,
  step: (tx: TxContext, locked: LockedHandover) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    await lockSubjects(tx, [id]);
    return step(tx, await lockHandover(tx, id));
  });
}

/** Runs `step` on those of these handovers that are still open; all subjects are locked first. */
export async function forEachOpenHandover(
  tx: TxContext,
  ids: readonly string[],
  step: (locked: LockedHandover) => Promise<void>,
): Promise<void> {
  await lockSubjects(tx, ids);
  for (const id of ids.toSorted()) {
    const locked = await lockHandover(tx, id);
    if (locked.row.status === 'open') await step(locked);
  }
}
