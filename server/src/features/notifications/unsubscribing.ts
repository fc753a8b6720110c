import { MAIL_TOPICS, type MailTopic } from '@openlarder/domain/notifications/notification-contract.ts';
import { inTransaction } from '#server/platform/database.ts';
import { settingsOf, switchTopics } from './mail-settings.store.ts';
import type { MailingParts } from './notifications.parts.ts';
import { makeUnsubscribeTokens } from './unsubscribe-token.ts';

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
    async switchByLink(
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
