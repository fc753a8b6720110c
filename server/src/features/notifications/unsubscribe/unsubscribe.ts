import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { MAIL_TOPICS, type MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { settingsOf, switchTopics } from '../mail/mail-settings.store.ts';
import type { MailingParts } from '../notifications.parts.ts';

/** What the link of a mail is about, and how things are. */
export type UnsubscribeState = {
  readonly topic: MailTopic | 'all';
  /** Those of the link's topics that are on. */
  readonly on: readonly MailTopic[];
  /** What was just switched. */
  readonly switched: readonly MailTopic[];
};

/** Switching mails off by the link in one of them, without signing in. */
export function makeUnsubscribing({
  db,
  accounts,
  sessionSecret,
}: Pick<MailingParts, 'db' | 'accounts' | 'sessionSecret'>) {
  const tokens = makeUnsubscribeTokens(sessionSecret);
  const topicsOf = (topic: MailTopic | 'all'): readonly MailTopic[] =>
    topic === 'all' ? MAIL_TOPICS : [topic];

  return {
    /** What a link is about; null for one that is not ours, or of somebody who has left. Changes nothing. */
    async unsubscribeState(token: string): Promise<UnsubscribeState | null> {
      const link = tokens.read(token);
      if (!link || !(await accounts.mailRecipient(db, link.personId))?.isOpen) return null;
      const { mail } = await settingsOf(db, link.personId);
      return { topic: link.topic, on: topicsOf(link.topic).filter((one) => mail[one]), switched: [] };
    },

    /** Switches the link's topics off; or on again, and then only those of `again`. Null as for `unsubscribeState`. */
    async setTopicsByLink(
      token: string,
      { on, again }: { readonly on: boolean; readonly again: readonly string[] },
    ): Promise<UnsubscribeState | null> {
      const link = tokens.read(token);
      if (!link) return null;
      const topics = topicsOf(link.topic).filter((one) => !on || again.includes(one));
      return inTransaction(db, async (tx) => {
        const switched = await switchTopics(tx, link.personId, topics, on);
        if (!switched) return null;
        const { mail } = await settingsOf(tx, link.personId);
        return { topic: link.topic, on: topicsOf(link.topic).filter((one) => mail[one]), switched };
      });
    },
  };
}

/** Whose mails, and which of them. */
type Unsubscription = { readonly personId: string; readonly topic: MailTopic | 'all' };

const SCOPES = [...MAIL_TOPICS, 'all'] as const;

/**
 * What the link in a mail carries: whoever has it may switch these mails of this person off, and on again, and nothing
 * else. It is good for ever: a mail of last year is to be stopped like one of today.
 */
export function makeUnsubscribeTokens(secret: string) {
  const sign = (said: string): string =>
    createHmac('sha256', secret).update(`unsubscribe:${said}`).digest('base64url');

  return {
    make({ personId, topic }: Unsubscription): string {
      const said = `${personId}.${topic}`;
      return `${said}.${sign(said)}`;
    },

    /** What a token was made for; null for one that is not ours. */
    read(token: string): Unsubscription | null {
      const [personId = '', wanted, signature = '', ...more] = token.split('.');
      const topic = SCOPES.find((scope) => scope === wanted);
      if (more.length > 0 || !topic || !idSchema.safeParse(personId).success) return null;
      const expected = Buffer.from(sign(`${personId}.${topic}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { personId, topic };
    },
  };
}
