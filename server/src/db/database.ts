import type { Kysely, Transaction } from 'kysely';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** For reads that run on their own or inside a transaction. */
export type DbOrTx = Db | Tx;

/** Each feature declares its tables; those of the platform are queried with plain SQL. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}
