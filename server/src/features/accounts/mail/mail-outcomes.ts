import { pausesMail, withRefusal } from '@openlarder/domain/accounts/mail-refusals.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { MailOutcome } from '#server/platform/mail/mailer.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceAccount } from '../accounts.events.ts';
import { lockPerson, personById, setMailRefusals } from '../accounts.store.ts';

/** Notes what became of a mail to a person: refusals pause mails about notifications, a mail that is taken ends that. */
export async function noteMailOutcome(
  ctx: AppContext,
  personId: string,
  outcome: MailOutcome,
): Promise<void> {
  if (outcome === 'taken' && ((await personById(ctx.db, personId))?.mail_refused_at ?? []).length === 0)
    return;
  await inTransaction(ctx, async (tx) => {
    const person = await lockPerson(tx.db, personId);
    if (!person) return;
    const before = person.mail_refused_at.map(Number);
    const after = outcome === 'taken' ? [] : withRefusal(before, tx.clock.now().getTime());
    await setMailRefusals(
      tx.db,
      personId,
      after.map((ms) => new Date(ms)),
    );
    if (pausesMail(before) === pausesMail(after)) return;
    await announceAccount(tx, personId);
  });
}
