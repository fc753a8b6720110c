import { isRing, type Given, MAX_RING_PEOPLE } from '@openlarder/domain/recognition/rings.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from './recognized-handovers.store.ts';

/** Steps from the two people until everyone on a circle of `MAX_RING_PEOPLE` with them is found. */
const STEPS = MAX_RING_PEOPLE / 2;
/** Whoever trades this much is no small ring. */
const MAX_PAIRS = 300;

/**
 * Whether a handover of two people, of whom neither is known, belongs to a ring (see `isRing`). Reads who gave to whom
 * since then, step by step from the two; most often the first step tells.
 */
export async function isOfRing(tx: TxContext, handover: store.HandoverOfTwo, since: Date): Promise<boolean> {
  const given = new Map<string, Given>();
  const known = new Set<string>();
  const asked = new Set<string>();
  let next = [handover.giverId, handover.receiverId];
  const { receiverId, answersRequest } = handover;
  for (let step = 0; step < STEPS && next.length > 0; step++) {
    const found = await store.selectGiven(tx.db, next, { since, answersRequest, limit: MAX_PAIRS });
    // nothing can have come back from somebody who gave nothing
    if (step === 0 && !found.some(({ giverId }) => giverId === receiverId)) return false;
    for (const each of found) given.set(`${each.giverId} ${each.receiverId}`, each);
    if (given.size >= MAX_PAIRS) return false;
    for (const id of next) asked.add(id);
    const met = [...new Set(found.flatMap((each) => [each.giverId, each.receiverId]))];
    const fresh = met.filter((id) => !asked.has(id) && !known.has(id));
    for (const id of (await accounts.knownSince(tx, fresh)).keys()) known.add(id);
    next = fresh.filter((id) => !known.has(id));
  }
  return isRing(handover, [...given.values()], (id) => known.has(id));
}
