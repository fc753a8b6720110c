import { createHmac } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import type { TxContext } from '#server/platform/app-context.ts';
import type { LinkKind } from '../auth/recovery/email-links.internal.ts';

/** Everyone can ask for these mails: an email gets one in ten minutes, and three a day. */
const MIN_PAUSE_MS = 10 * MINUTE_MS;
const MAILS_A_DAY = 3;

/**
 * Counts a mail with a link of this kind to an email; false if it is not to be sent. Known and unknown emails are counted
 * alike, and the link of the last mail lasts a day, so nobody can spend another's way in. A change of someone's address to
 * this one (`change`) spends no link by which its owner confirms it.
 */
export async function countLinkMail(
  tx: TxContext,
  kind: LinkKind | 'change',
  email: string,
): Promise<boolean> {
  if (!tx.settings.rateLimits) return true;
  const now = tx.clock.now();
  const recently = new Date(now.getTime() - MIN_PAUSE_MS);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const digest = createHmac('sha256', tx.settings.sessionSecret)
    .update(`link-mail:${kind}:${email}`)
    .digest('base64url');
  const { rows } = await sql`
    insert into link_mail (digest, sent_at) values (${digest}, array[${now}::timestamptz])
    on conflict (digest) do update set sent_at =
      array(select sent from unnest(link_mail.sent_at) sent where sent > ${dayAgo} order by sent) || ${now}::timestamptz
    where not exists (select from unnest(link_mail.sent_at) sent where sent > ${recently})
      and (select count(*) from unnest(link_mail.sent_at) sent where sent > ${dayAgo}) < ${MAILS_A_DAY}
    returning 1`.execute(tx.db);
  return rows.length > 0;
}
