import type { DbOrTx } from '#server/db/database.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { AccountClosureParts } from './account-closure.ts';
import * as store from './account-lifecycle.store.ts';

export type AccountExport = ReturnType<typeof makePersonExport>;

/** All that is kept about a person, for themself. */
export function makePersonExport({
  db,
  clock,
  accounts,
  places,
  lifecycles,
  rateLimits,
}: Pick<AccountClosureParts, 'db' | 'clock' | 'accounts' | 'places' | 'lifecycles'> & {
  readonly rateLimits: RateLimits;
}) {
  async function accountOf(dbOrTx: DbOrTx, caller: Caller) {
    const [sessions, credentials] = [
      await store.sessionsOf(dbOrTx, caller.userId),
      await store.credentialsOf(dbOrTx, caller.userId),
    ];
    return {
      ...(await accounts.getUser(caller, dbOrTx)),
      signsInWith: credentials.map(({ provider_id, created_at }) => ({
        kind: provider_id === 'credential' ? 'password' : provider_id,
        since: created_at.toISOString(),
      })),
      signedIn: sessions.map(({ device, created_at, expires_at }) => ({
        device,
        since: created_at.toISOString(),
        until: expires_at.toISOString(),
      })),
    };
  }

  return {
    /** One part a feature, all as of the same moment; and the name of the file it is kept in. Twenty an hour (429). */
    async exportAccount(caller: Caller): Promise<{ data: Record<string, unknown>; fileName: string }> {
      await rateLimits.spend('person-export', caller.userId);
      const now = clock.now().toISOString();
      const data = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const parts: Record<string, unknown> = {
            exportedAt: now,
            account: await accountOf(tx, caller),
            places: await places.exportPerson(tx, caller.userId),
          };
          for (const [name, feature] of Object.entries(lifecycles))
            parts[name] = await feature.exportPerson(tx, caller.userId);
          return parts;
        });
      return { data, fileName: `openlarder-my-data-${now.slice(0, 10)}.json` };
    },
  };
}
