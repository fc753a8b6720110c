import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { sql } from 'kysely';
import type { TxContext } from './app-context.ts';

/** An attempt of a creating call, named by its `Idempotency-Key` header. */
export type Idempotency = { readonly endpoint: string; readonly key: string; readonly bodyHash: string };

/**
 * Runs `effect` once for each person, endpoint and key, in the transaction of the effect. A concurrent call
 * with the same key waits for the first; a later one gets its result; a failure is not kept. `effect` returns
 * ids only, which the caller presents again, so that a retry never sees outdated content. Throws 409
 * `idempotency-key-reused` if the key is used with another body.
 */
export async function once<Ids extends Readonly<Record<string, string>>>(
  tx: TxContext,
  personId: string,
  idempotency: Idempotency | null,
  effect: () => Promise<Ids>,
): Promise<Ids> {
  if (!idempotency) return effect();
  const { endpoint, key, bodyHash } = idempotency;
  const inserted = await sql`
    insert into idempotency_key (person_id, endpoint, key, body_hash, created_at)
    values (${personId}, ${endpoint}, ${key}, ${bodyHash}, ${tx.clock.now()})
    on conflict do nothing returning 1`.execute(tx.db);
  if (inserted.rows.length === 0) {
    const kept = await sql<{ body_hash: string; result: Ids }>`
      select body_hash, result from idempotency_key
      where person_id = ${personId} and endpoint = ${endpoint} and key = ${key}`.execute(tx.db);
    const [row] = kept.rows;
    if (!row || row.body_hash !== bodyHash) throw conflict('idempotency-key-reused');
    return row.result;
  }
  const ids = await effect();
  await sql`
    update idempotency_key set result = ${JSON.stringify(ids)}::jsonb
    where person_id = ${personId} and endpoint = ${endpoint} and key = ${key}`.execute(tx.db);
  return ids;
}

/** Forgets a key whose effect was undone, so that it can be used again. */
export async function forgetKey(
  tx: TxContext,
  personId: string,
  { endpoint, key }: Idempotency,
): Promise<void> {
  await sql`
    delete from idempotency_key
    where person_id = ${personId} and endpoint = ${endpoint} and key = ${key}`.execute(tx.db);
}
