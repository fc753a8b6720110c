import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { afterCommit, inTransaction } from '#server/platform/postgres/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Accounts } from '../accounts.service.ts';
import * as store from './account-lifecycle.store.ts';
import type { PersonLifecycles } from '../person-lifecycle.ts';

export type AccountClosureParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'getUser' | 'isOwnPassword' | 'signOut'>;
  readonly places: Pick<Places, 'closePerson' | 'exportPerson'>;
  /** Of the features that come after accounts. */
  readonly lifecycles: PersonLifecycles;
  /** Closes the live connections of a session that has ended. */
  readonly closeSession: (sessionId: string) => Promise<void> | void;
};

export type Closing = ReturnType<typeof makeAccountClosure>;

/** How people leave for good. */
export function makeAccountClosure({
  db,
  clock,
  accounts,
  places,
  lifecycles,
  closeSession,
}: AccountClosureParts) {
  /**
   * Closes the account of a person in a transaction that has locked nothing of theirs; their sockets close with its
   * end. False when it was closed already.
   */
  async function closePerson(tx: Tx, personId: string): Promise<boolean> {
    const endAll = async (): Promise<void> => {
      for (const feature of Object.values(lifecycles)) await feature.closePerson(tx, personId);
    };
    // what is open takes its locks in their order, with the person last; what came in meanwhile is ended behind that
    await endAll();
    if ((await store.lockForClosure(tx, personId)).isClosed) return false;
    await endAll();
    await places.closePerson(tx, personId);
    const sessionIds = await store.deleteCredentialsAndSessions(tx, personId);
    await store.anonymizePerson(tx, personId, clock.now());
    afterCommit(tx, async () => {
      for (const sessionId of sessionIds) await closeSession(sessionId);
    });
    return true;
  }

  return {
    /**
     * Closes the caller's account: takes back, lets go and ends what is open, tells the others, and forgets who they
     * are. 422 on `password` for who has one and gives another, or none. Gives the `Set-Cookie` lines that forget the
     * session.
     */
    async closeAccount(caller: Caller, password: string | undefined): Promise<string[]> {
      if (!(await accounts.isOwnPassword(caller, password)))
        throw unprocessable({
          password: password === undefined ? 'Please enter your password' : 'That is not your password.',
        });
      await inTransaction(db, (tx) => closePerson(tx, caller.userId));
      return accounts.signOut(caller);
    },

    /** Closes somebody else's account, for those who run the community; false for nobody, and who has left. */
    closePersonAccount: closePerson,
  };
}
