import { createHash, randomBytes } from 'node:crypto';
import { RESET_LINK_MINUTES, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/sign-in-rules.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import * as store from '../credentials.store.ts';

export type LinkKind = 'reset' | 'verify';

const LASTS_MS: Readonly<Record<LinkKind, number>> = {
  reset: RESET_LINK_MINUTES * MINUTE_MS,
  verify: VERIFY_LINK_HOURS * HOUR_MS,
};
const TOKEN_BYTES = 32;

/** What is kept of a token: whoever reads the database finds nothing that opens an account. */
function identifierOf(kind: LinkKind, token: string): string {
  return `${kind}:${createHash('sha256').update(token).digest('base64url')}`;
}

/**
 * Links in mails, each good once and for a time. They lead to a page that posts what they carry: a program that
 * looks at the links of a mail uses none up.
 */
export function makeEmailLinks(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly publicUrl: string;
}) {
  const { db, clock, newId, publicUrl } = parts;

  return {
    /** Makes a link for a person and gives its address; what it carries is in no other place. */
    async issue(tx: Tx, kind: LinkKind, personId: string): Promise<string> {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock.now();
      await store.insertLink(tx, {
        id: newId(),
        identifier: identifierOf(kind, token),
        personId,
        now,
        until: new Date(now.getTime() + LASTS_MS[kind]),
      });
      return `${publicUrl}/api/login?${kind}=${token}`;
    },

    /** Whose link it is, which stays; null for one that is used, too old or not ours. */
    async ownerOf(kind: LinkKind, token: string): Promise<string | null> {
      const link = await store.linkByIdentifier(db, identifierOf(kind, token), clock.now());
      return link?.value ?? null;
    },

    /** As `ownerOf`, and uses the link up. Of two at once it is there for one. */
    async take(tx: Tx, kind: LinkKind, token: string): Promise<string | null> {
      const link = await store.takeLink(tx, identifierOf(kind, token), clock.now());
      return link?.value ?? null;
    },

    /** A mail that waited for longer than its link would have lasted is not sent: nobody expects it any more. */
    isStale: (kind: LinkKind, askedAt: Date): boolean =>
      clock.now().getTime() - askedAt.getTime() > LASTS_MS[kind],
  };
}
export type EmailLinks = ReturnType<typeof makeEmailLinks>;
