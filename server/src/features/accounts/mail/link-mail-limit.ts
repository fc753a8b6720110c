import { createHmac } from 'node:crypto';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import type { TxContext } from '#server/platform/app-context.ts';
import type { LinkKind } from '../auth/recovery/email-links.internal.ts';

/** Everyone can ask for these mails: an email gets one in ten minutes, and three a day. */
const ASKED_BY_ANYONE = { minPauseMs: 10 * MINUTE_MS, mailsADay: 3 };
/** The last address that a person asks for is meant, so one that they asked for before may be mailed again soon. */
const CHANGE_BY_PERSON = { minPauseMs: 0, mailsADay: 3 };
/** To one address, for all accounts together: others cannot easily use it up, nor flood a mailbox. */
const CHANGE_TO_ADDRESS = { minPauseMs: 0, mailsADay: 12 };

/**
 * Counts a mail with a link of this kind to an email; false if it is not to be sent. Known and unknown emails are counted
 * alike, and the link of the last mail lasts a day, so nobody can spend another's way in.
 */
export const countLinkMail = (tx: TxContext, kind: LinkKind, email: string): Promise<boolean> =>
  count(tx, `${kind}:${email}`, ASKED_BY_ANYONE);

/**
 * Counts a mail to an address that a person wants to have, known or not; 429 `too-many` past the limit of the person or
 * of the address. It spends no link by which the owner of the address confirms it.
 */
export async function countEmailChange(tx: TxContext, personId: string, email: string): Promise<void> {
  const isCounted =
    (await count(tx, `change:${personId}:${email}`, CHANGE_BY_PERSON)) &&
    (await count(tx, `change:${email}`, CHANGE_TO_ADDRESS));
  if (!isCounted) throw new AppError(429, 'too-many', { retryAfterSeconds: DAY_MS / SECOND_MS });
}

async function count(
  tx: TxContext,
  what: string,
  { minPauseMs, mailsADay }: typeof ASKED_BY_ANYONE,
): Promise<boolean> {
  if (!tx.settings.rateLimits) return true;
  const now = tx.clock.now();
  const recently = new Date(now.getTime() - minPauseMs);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const digest = createHmac('sha256', tx.settings.sessionSecret)
    .update(`link-mail:${what}`)
    .digest('base64url');
  const { rows } = await sql`
    insert into link_mail (digest, sent_at) values (${digest}, array[${now}::timestamptz])
    on conflict (digest) do update set sent_at =
      array(select sent from unnest(link_mail.sent_at) sent where sent > ${dayAgo} order by sent) || ${now}::timestamptz
    where not exists (select from unnest(link_mail.sent_at) sent where sent > ${recently})
      and (select count(*) from unnest(link_mail.sent_at) sent where sent > ${dayAgo}) < ${mailsADay}
    returning 1`.execute(tx.db);
  return rows.length > 0;
}
