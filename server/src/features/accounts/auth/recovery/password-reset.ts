import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { spendOnAccount } from '#server/platform/http/rate-limits.ts';
import type { AccountMailJobs } from '../../mail/account-mail-jobs.ts';
import type { AccountsParts } from '../../accounts.parts.ts';
import { lockPerson } from '../../accounts.store.ts';
import * as store from '../credentials.store.ts';
import type { SessionService, Visitor } from '../session/session-service.ts';
import type { EmailLinks } from './email-links.ts';
import { deleteSessionsOf } from '../session/sessions.store.ts';

export const linkOver = () =>
  conflict('link-over', 'This link has been used or is too old. Please ask for a new one.');

/** How somebody who forgot their password comes in again. */
export function makePasswordReset(
  { db, clock, newId, rateLimits }: AccountsParts,
  { hashPassword, closeSessions }: SessionService,
  links: EmailLinks,
  mailJobs: AccountMailJobs,
) {
  /**
   * Asks for the mail. Whether anybody has this address is found out behind the answer, which therefore is the same,
   * at the same time. Five mails an hour to one address from one network address, twenty from all (429).
   */
  async function requestPasswordReset(
    visitor: Visitor,
    { email }: { readonly email: string },
  ): Promise<{ sentTo: string }> {
    await rateLimits.spend('address-mail', visitor.address);
    await spendOnAccount(rateLimits, 'account-mail', { account: email, address: visitor.address });
    await inTransaction(db, (tx) => mailJobs.queueReset(tx, email));
    return { sentTo: email };
  }

  /**
   * Sets the password of whoever the link was mailed to, and ends all their sessions. The address is theirs, as they
   * have shown; had it not been confirmed before, an account with the provider that came with it is let go, for
   * whoever made it need not be the owner of the address. 409 `link-over`.
   */
  async function resetPassword(
    visitor: Visitor,
    { token, newPassword }: { readonly token: string; readonly newPassword: string },
  ): Promise<void> {
    await rateLimits.spend('address-sign-in', visitor.address);
    // before the work of hashing; what counts is who takes it below
    if ((await links.ownerOf('reset', token)) === null) throw linkOver();
    const hash = await hashPassword(newPassword);
    const ended = await inTransaction(db, async (tx) => {
      const personId = await links.take(tx, 'reset', token);
      const person = personId && (await lockPerson(tx, personId));
      if (!person || person.closed_at) throw linkOver();
      const now = clock.now();
      await store.setPassword(tx, person.id, { id: newId(), hash, now });
      if (!person.email_verified) {
        await store.deleteProviderCredentials(tx, person.id);
        await store.confirmEmail(tx, person.id, now);
      }
      await store.deleteLinksOf(tx, person.id);
      await mailJobs.queuePasswordChanged(tx, person.id);
      return deleteSessionsOf(tx, person.id);
    });
    await closeSessions(ended);
  }

  return { requestPasswordReset, resetPassword };
}
