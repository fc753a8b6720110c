import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { TxContext } from './app-context.ts';
import type { Clock } from './clock.ts';

/** One try of a call that creates something, as the caller named it by an `Idempotency-Key` header. */
export type Idempotency = { readonly endpoint: string; readonly key: string; readonly bodyHash: string };

/** How long a key is remembered. */
const KEPT_HOURS = 24;

/**
 * Runs `effect` once a person, endpoint and key, in the effect's own transaction: a twin that comes at the same time
 * waits for the first to end; one that comes later gets the first one's result; a failure is not kept. `effect`
 * gives back ids only, and the caller presents them anew, so that nothing outlives the stage it was shown in.
 * The same key with another body is refused (409 `idempotency-key-reused`).
 */
export async function once<Ids extends Readonly<Record<string, string>>>(
  tx: TxContext,
  personId: string,
  idempotency: Idempotency | null,
  effect: () => Promise<Ids>,
): Promise<Ids>;
/** TRANSITION (issue 12): goes when all columns are converted. */
export async function once<Tables, Ids extends Readonly<Record<string, string>>>(
  tx: Transaction<Tables>,
  personId: string,
  idempotency: Idempotency | null,
  clock: Clock,
  effect: () => Promise<Ids>,
): Promise<Ids>;
export async function once<Ids extends Readonly<Record<string, string>>>(
  first: TxContext | Transaction<unknown>,
  personId: string,
  idempotency: Idempotency | null,
  ...rest: [() => Promise<Ids>] | [Clock, () => Promise<Ids>]
): Promise<Ids> {
  const effect = rest.length === 1 ? rest[0] : rest[1];
  if (!idempotency) return effect();
  const tx: Transaction<unknown> = 'db' in first ? (first.db as unknown as Transaction<unknown>) : first;
  const clock = 'db' in first ? first.clock : (rest[0] as Clock);
  const { endpoint, key, bodyHash } = idempotency;
  const inserted = await sql`
    insert into idempotency_key (person_id, endpoint, key, body_hash, created_at)
    values (${personId}, ${endpoint}, ${key}, ${bodyHash}, ${clock.now()})
    on conflict do nothing returning 1`.execute(tx);
  if (inserted.rows.length === 0) {
    const kept = await sql<{ body_hash: string; result: Ids }>`
      select body_hash, result from idempotency_key
      where person_id = ${personId} and endpoint = ${endpoint} and key = ${key}`.execute(tx);
    const [row] = kept.rows;
    if (!row || row.body_hash !== bodyHash)
      throw conflict('idempotency-key-reused', 'This was already sent with other details.');
    return row.result;
  }
  const ids = await effect();
  await sql`
    update idempotency_key set result = ${JSON.stringify(ids)}::jsonb
    where person_id = ${personId} and endpoint = ${endpoint} and key = ${key}`.execute(tx);
  return ids;
}

/** Forgets keys older than a day. */
export async function pruneIdempotencyKeys<Tables>(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    delete from idempotency_key where created_at < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`.execute(
    db,
  );
}
