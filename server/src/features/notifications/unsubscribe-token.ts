import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '@openlarder/domain/kernel/ids.ts';
import { MAIL_TOPICS, type MailTopic } from '@openlarder/domain/notifications/notification-contract.ts';

/** Whose mails, and which of them. */
export type Unsubscription = { readonly personId: string; readonly topic: MailTopic | 'all' };

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
