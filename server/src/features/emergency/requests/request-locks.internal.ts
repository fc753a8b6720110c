import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as matches from '../matching/matches.store.ts';
import type { LockedRequest } from './request-facts.ts';
import * as store from './requests.store.ts';

// A request is locked right after the pair of people, before all other rows (docs/architecture.md, "What keeps it
// correct"). A match is changed only with its request locked.

/** Locks a request until the transaction ends; returns it with its open match, null if it does not exist. */
export async function lockRequest(tx: TxContext, id: string): Promise<LockedRequest | null> {
  const row = await store.lockRequest(tx.db, id);
  return row ? { row, match: await matches.selectOpenMatch(tx.db, id) } : null;
}

/** Runs `step` in a transaction on the locked request; 404 if it does not exist. */
export async function withRequest<Result>(
  ctx: AppContext,
  id: string,
  step: (tx: TxContext, now: LockedRequest) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    const now = await lockRequest(tx, id);
    if (!now) throw notFound();
    return step(tx, now);
  });
}

/** Runs `step` on each of several requests, all of them locked first, in the order of their ids. */
export async function forEachLockedRequest(
  tx: TxContext,
  ids: readonly string[],
  step: (now: LockedRequest) => Promise<void>,
): Promise<void> {
  const inOrder = [...new Set(ids)].toSorted();
  for (const id of inOrder) await store.lockRequest(tx.db, id);
  for (const id of inOrder) {
    const now = await lockRequest(tx, id);
    if (now) await step(now);
  }
}
