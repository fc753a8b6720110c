import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { MAIL_TOPICS, type MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import { mailRecipient, type Reader, readerOf } from '#server/features/accounts/profile/person-queries.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { settingsOf, switchTopics } from '../notification-settings.store.ts';

type Unsubscription = { readonly personId: string; readonly topics: readonly MailTopic[] };

/** A link's topics and the current state. */
export type UnsubscribeState = {
  readonly reader: Reader;
  readonly topics: readonly MailTopic[];
  readonly on: readonly MailTopic[];
  readonly switched: readonly MailTopic[];
};

/** Parts of a link that are several topics: all of them, and, in older mails, the one topic of all requests. */
const TOPICS_OF_PART: ReadonlyMap<string, readonly MailTopic[]> = new Map<string, readonly MailTopic[]>([
  ['all', MAIL_TOPICS],
  ['requests', ['alerts', 'help']],
]);

/** The topics that a link names, in their order; empty if one of them is unknown. */
function topicsOf(scope: string): readonly MailTopic[] {
  const parts = scope
    .split('-')
    .map((part) => TOPICS_OF_PART.get(part) ?? MAIL_TOPICS.filter((one) => one === part));
  return parts.every(({ length }) => length > 0)
    ? MAIL_TOPICS.filter((topic) => parts.some((part) => part.includes(topic)))
    : [];
}

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`unsubscribe:${text}`).digest('base64url');

/**
 * The token in a mail's link: its holder may switch mails of this person about these topics off and on, and nothing
 * else. It never expires, so that old mails can be unsubscribed too.
 */
export function makeUnsubscribeToken(
  secret: string,
  { personId, scope }: { readonly personId: string; readonly scope: readonly MailTopic[] | 'all' },
): string {
  const text = `${personId}.${scope === 'all' ? scope : scope.join('-')}`;
  return `${text}.${sign(secret, text)}`;
}

/** What a token was made for; null for an invalid one. */
function readToken(secret: string, token: string): Unsubscription | null {
  const [personId = '', wanted = '', signature = '', ...more] = token.split('.');
  const topics = topicsOf(wanted);
  if (more.length > 0 || topics.length === 0 || !idSchema.safeParse(personId).success) return null;
  const expected = Buffer.from(sign(secret, `${personId}.${wanted}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { personId, topics };
}

/** The state of a link; null for an invalid link or a closed account. Changes nothing. */
export async function unsubscribeState(ctx: AppContext, token: string): Promise<UnsubscribeState | null> {
  const link = readToken(ctx.settings.sessionSecret, token);
  if (!link) return null;
  const owner = await mailRecipient(ctx, link.personId);
  if (!owner?.isOpen) return null;
  const { mail } = await settingsOf(ctx.db, owner.id);
  const reader = await readerOf(ctx, owner.id);
  return { reader, topics: link.topics, on: link.topics.filter((one) => mail[one]), switched: [] };
}

/** Switches the link's topics off; or on again, and then only those of `again`. Null as for `unsubscribeState`. */
export async function setTopicsByLink(
  ctx: AppContext,
  token: string,
  { on, again }: { readonly on: boolean; readonly again: readonly string[] },
): Promise<UnsubscribeState | null> {
  const link = readToken(ctx.settings.sessionSecret, token);
  if (!link) return null;
  const topics = link.topics.filter((one) => !on || again.includes(one));
  return inTransaction(ctx, async (tx) => {
    const switched = await switchTopics(tx.db, link.personId, topics, on);
    if (!switched) return null;
    const { mail } = await settingsOf(tx.db, link.personId);
    const reader = await readerOf(tx, link.personId);
    return { reader, topics: link.topics, on: link.topics.filter((one) => mail[one]), switched };
  });
}
