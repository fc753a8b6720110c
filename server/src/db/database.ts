import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** Where a read may run: on its own or inside a transaction. */
export type DbOrTx = Db | Tx;
