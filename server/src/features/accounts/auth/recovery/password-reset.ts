import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { onPasswordChanged } from '../../accounts.hooks.ts';
import { lockPerson } from '../../accounts.store.ts';
import { queuePasswordChangedMail, queueResetMail } from '../../mail/account-mail-jobs.ts';
import { countLinkMail } from '../../mail/link-mail-limit.ts';
import * as store from '../credentials.store.ts';
import { hashPassword, requireHardToGuess } from '../password-hashing.ts';
import type { Visitor } from '../session/session-service.ts';
import { deleteSessionsOf } from '../session/sessions.store.ts';
import { invalidLink, linkOwner, consumeLink } from './email-links.internal.ts';

/**
 * Queues the reset mail, unless one was mailed recently (`countLinkMail`). Whether the email has an account is checked
 * after the response, which therefore is the same at the same time.
 */
export async function requestPasswordReset(ctx: AppContext, { email }: { readonly email: string }) {
  await inTransaction(ctx, async (tx) => {
    if (await countLinkMail(tx, 'reset', email)) await queueResetMail(tx, email);
  });
  return { sentTo: email };
}

/**
 * Sets the password of the person the link was mailed to, and ends all their sessions and their private calendar
 * address. The link verifies the email; if it was not verified before, a linked provider account is removed, because
 * its creator may not own the email. 409 `link-over`.
 */
export async function resetPassword(
  ctx: AppContext,
  visitor: Visitor,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<void> {
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  requireHardToGuess('newPassword', newPassword);
  // saves the hashing for an invalid link; consumeLink below decides
  const linked = await linkOwner(ctx, 'reset', token);
  if (linked === null) throw invalidLink();
  const hash = await hashPassword(ctx, { known: linked }, newPassword);
  await inTransaction(ctx, async (tx) => {
    const personId = await consumeLink(tx, 'reset', token);
    const person = personId && (await lockPerson(tx.db, personId));
    if (!person || person.closed_at) throw invalidLink();
    const now = tx.clock.now();
    await store.setPassword(tx.db, person.id, { id: tx.newId(), hash, now });
    if (!person.email_verified) {
      await store.deleteProviderCredentials(tx.db, person.id);
      await store.confirmEmail(tx.db, person.id, now);
    }
    await store.deleteLinksOf(tx.db, person.id);
    await queuePasswordChangedMail(tx, person.id);
    for (const end of onPasswordChanged.handlersOf(tx)) await end(tx, person.id);
    await deleteSessionsOf(tx.db, person.id);
  });
}
