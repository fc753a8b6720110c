import type { DbOrTx, Tx } from '#server/db/database.ts';

/** What each feature that keeps something about people does when one of them leaves, or asks what is kept. */
export type PersonLifecycle = {
  /**
   * Ends what is open and forgets the person, in the transaction that closes their account. Once it was run, running
   * it again changes only what came in between. Takes its locks in the order that everybody does.
   */
  closePerson(tx: Tx, personId: string): Promise<void>;
  /** All that is kept about the person, as plain data: nothing secret of anybody else's, no code, token or hash. */
  exportPerson(dbOrTx: DbOrTx, personId: string): Promise<unknown>;
};

/** By name, in the order of their locks: request, listing, claim, conversation, and what hangs on the person alone. */
export type PersonLifecycles = Readonly<Record<string, PersonLifecycle>>;
