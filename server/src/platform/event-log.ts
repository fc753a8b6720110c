import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { afterCommit } from './database.ts';

/** The channel on which every app process hears that there is something to read. */
export const WAKE_CHANNEL = 'live_event';

/** Where causes write what the sockets have to hear of. */
export type EventLog = {
  /**
   * Writes an event in its cause's transaction, to be told once that has committed and never otherwise. `payload`
   * holds ids and facts, no text a person wrote: what a viewer may see is decided when it is delivered.
   */
  append<Tables>(tx: Transaction<Tables>, kind: string, payload: object): Promise<void>;
};

/**
 * The writing side of the log. After a commit one NOTIFY wakes the readers of every process; commits that come
 * while one is on its way share the next, because NOTIFY inside each transaction makes all commits queue up.
 */
export function makeEventLog({ pool }: { readonly pool: pg.Pool }): EventLog {
  const told = new WeakSet<object>();
  let sending = false;
  let again = false;

  async function send(): Promise<void> {
    do {
      again = false;
      // only a hint: readers look once a second besides
      await pool.query(`notify ${WAKE_CHANNEL}`).catch(() => {});
    } while (again);
    sending = false;
  }

  function wake(): void {
    again = true;
    if (sending) return;
    sending = true;
    void send();
  }

  return {
    async append(tx, kind, payload) {
      if (!told.has(tx)) {
        told.add(tx);
        afterCommit(tx, wake);
      }
      await sql`insert into live_event (kind, payload) values (${kind}, ${JSON.stringify(payload)}::jsonb)`.execute(
        tx,
      );
    },
  };
}
