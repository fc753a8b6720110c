import { createHmac, timingSafeEqual } from 'node:crypto';

const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/;

/**
 * The secret part of a feed's address: the feed's id, and what only this server can sign it with. The table keeps the
 * id alone, so that whoever reads a copy of the database reads nobody's calendar.
 */
export function makeFeedTokens(secret: string) {
  const sign = (feedId: string): string =>
    createHmac('sha256', secret).update(`calendar-feed:${feedId}`).digest('base64url');

  return {
    make: (feedId: string): string => `${feedId.replaceAll('-', '')}${sign(feedId)}`,

    /** The id of the feed the token opens, or null when it is not one that was signed here. */
    read(token: string): string | null {
      const [, ...parts] = TOKEN.exec(token) ?? [];
      const signature = parts.pop();
      if (!signature) return null;
      const feedId = parts.join('-');
      const [expected, given] = [Buffer.from(sign(feedId)), Buffer.from(signature)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? feedId : null;
    },
  };
}
