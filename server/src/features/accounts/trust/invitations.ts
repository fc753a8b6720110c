import { trustOf, vouchFor } from './trust.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { consumeLink, invalidLink, issueLink } from '../auth/recovery/email-links.internal.ts';
import { onInvitationAccepted } from '../accounts.hooks.ts';
import * as store from './trust.store.ts';

/** Creates an admin's personal invitation, whose link works once. Returns its URL, the only place that has the token. */
export const createInvitation = (ctx: AppContext): Promise<string> =>
  inTransaction(ctx, (tx) => issueLink(tx, 'invitation', tx.newId()));

/** One of two callers gets it. It is not used up by a person who is known already. */
export async function acceptInvitation(ctx: AppContext, caller: Caller, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await store.lockForTrust(tx.db, caller.userId);
    if ((await trustOf(tx, [caller.userId])).get(caller.userId) === 'known') return;
    if ((await consumeLink(tx, 'invitation', token)) === null) throw invalidLink();
    await vouchFor(tx, caller.userId);
    for (const follow of onInvitationAccepted.handlersOf(tx)) await follow(tx, caller.userId);
  });
}
