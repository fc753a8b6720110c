import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from './requests.store.ts';
import * as matches from '../matching/matches.store.ts';
import type { RequestNow } from './request-facts.ts';

/** A request comes first in the order of everybody's locks; its match is changed by nobody who has not locked it. */
export function makeRequestLocks({ db }: Pick<EmergencyParts, 'db'>) {
  /** The request and its open match, which nobody else changes until the transaction ends; null where there is none. */
  async function lock(tx: Tx, id: string): Promise<RequestNow | null> {
    const row = await store.lockRequest(tx, id);
    return row ? { row, match: await matches.selectOpenMatch(tx, id) } : null;
  }

  /** Runs `step` in a transaction of its own on the request as it is once nobody else can change it; 404 for none. */
  async function withRequest<Result>(
    id: string,
    step: (tx: Tx, now: RequestNow) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(db, async (tx) => {
      const now = await lock(tx, id);
      if (!now) throw notFound();
      return step(tx, now);
    });
  }

  /** Runs `step` on each of several requests, all of them locked first, in the order of their ids. */
  async function eachLocked(
    tx: Tx,
    ids: readonly string[],
    step: (now: RequestNow) => Promise<void>,
  ): Promise<void> {
    const inOrder = [...new Set(ids)].toSorted();
    for (const id of inOrder) await store.lockRequest(tx, id);
    for (const id of inOrder) {
      const now = await lock(tx, id);
      if (now) await step(now);
    }
  }

  return { lock, withRequest, eachLocked };
}

export type RequestLocks = ReturnType<typeof makeRequestLocks>;
