import type { verifyEmail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { AppError, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type * as z from 'zod/mini';
import type { DbOrTx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/sessions.ts';
import type { AccountMailJobs } from './account-mail-jobs.ts';
import type { AccountsParts } from './accounts.parts.ts';
import { lockPerson, personById } from './accounts.store.ts';
import * as store from './credentials.store.ts';
import type { Entrance, SignedIn, Visitor } from './entrance.ts';
import type { MailedLinks } from './mailed-links.ts';
import { linkOver } from './recovery.ts';

/** How people show that an address is theirs, and where that is asked for. */
export function makeAddressProof(
  { db, clock, rateLimits, mail }: AccountsParts,
  { enterAs }: Entrance,
  links: MailedLinks,
  mailJobs: AccountMailJobs,
) {
  /** Mails the link again; nothing goes out to an address that is confirmed. Five an hour (429). */
  async function askForConfirmation(visitor: Visitor, caller: Caller): Promise<{ sentTo: string }> {
    const person = await personById(db, caller.userId);
    if (!person) throw signedOut();
    await rateLimits.spend('address-mail', visitor.address);
    await rateLimits.spend('account-mail', person.email);
    await inTransaction(db, (tx) => mailJobs.queueConfirmation(tx, person.id));
    return { sentTo: person.email };
  }

  /** Confirms the address that the link was mailed to, and signs in. 409 `link-over`. */
  async function confirmAddress(
    visitor: Visitor,
    { token }: z.output<typeof verifyEmail.body>,
  ): Promise<SignedIn> {
    await rateLimits.spend('address-sign-in', visitor.address);
    const personId = await inTransaction(db, async (tx) => {
      const owner = await links.take(tx, 'verify', token);
      const person = owner && (await lockPerson(tx, owner));
      if (!person || person.closed_at) throw linkOver();
      await store.confirmEmail(tx, person.id, clock.now());
      // others of its kind would sign in as well, and have nothing more to confirm
      await store.deleteLinksOf(tx, person.id, 'verify');
      return person.id;
    });
    return enterAs(visitor, personId);
  }

  /** Refuses (403 `verify-email`) whoever has not confirmed their address, where the community can send mail. */
  async function requireVerifiedEmail(dbOrTx: DbOrTx, personId: string): Promise<void> {
    if (!mail) return;
    const person = await personById(dbOrTx, personId);
    if (person?.email_verified) return;
    throw new AppError(
      403,
      'verify-email',
      'Please confirm your e-mail address first: open the link in our mail.',
    );
  }

  /** Counts a person's address as confirmed, for whoever knows otherwise that it is. */
  async function vouchForEmail(personId: string): Promise<void> {
    await store.confirmEmail(db, personId, clock.now());
  }

  return { askForConfirmation, confirmAddress, requireVerifiedEmail, vouchForEmail };
}
