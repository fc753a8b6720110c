import * as places from '#server/features/places/places.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { personExport } from '../accounts.hooks.ts';
import { getUser } from '../profile/profile.ts';
import { selectStanding } from '../accounts.store.ts';
import * as store from './account-lifecycle.store.ts';

async function accountOf(ctx: AppContext, caller: Caller) {
  const sessions = await store.sessionsOf(ctx.db, caller.userId);
  const credentials = await store.credentialsOf(ctx.db, caller.userId);
  return {
    ...(await getUser(ctx, caller)),
    standing: await selectStanding(ctx.db, caller.userId),
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

/**
 * Exports everything kept about the caller, one part for each feature, all from one snapshot; with a file name. Twenty
 * an hour (429).
 */
export async function exportAccount(ctx: AppContext, caller: Caller) {
  await ctx.rateLimits.spend('person-export', caller.userId);
  const now = ctx.clock.now().toISOString();
  const data = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const snapshot: AppContext = { ...ctx, db };
      const parts: Record<string, unknown> = {
        exportedAt: now,
        account: await accountOf(snapshot, caller),
        places: await places.exportPerson(snapshot, caller.userId),
      };
      for (const { name, read } of personExport.handlersOf(ctx))
        parts[name] = await read(snapshot, caller.userId);
      return parts;
    });
  return { data, fileName: `openlarder-my-data-${now.slice(0, 10)}.json` };
}
