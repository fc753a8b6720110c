import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import {
  INVITATION_DAYS,
  RESET_LINK_HOURS,
  SIGN_UP_CODE_DIGITS,
  VERIFY_LINK_HOURS,
} from '@openlarder/domain/accounts/account-fields.ts';
import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from '../credentials.store.ts';
import { setCode } from '../sign-up/pending-sign-ups.store.ts';

// Links in mails are valid once and for a limited time. They lead to a page that posts their token: link scanners of
// mail programs do not use them up.

export type LinkKind = 'reset' | 'verify' | 'sign-up' | 'invitation' | 'setup';

const LASTS_MS: Readonly<Record<LinkKind, number>> = {
  reset: RESET_LINK_HOURS * HOUR_MS,
  verify: VERIFY_LINK_HOURS * HOUR_MS,
  'sign-up': VERIFY_LINK_HOURS * HOUR_MS,
  invitation: INVITATION_DAYS * DAY_MS,
  setup: DAY_MS,
};
const TOKEN_BYTES = 32;

export const invalidLink = () => conflict('link-over');

/** The digest stored for a token: the database contains no usable token. */
function identifierOf(kind: LinkKind, token: string): string {
  return `${kind}:${createHash('sha256').update(token).digest('base64url')}`;
}

/** The address that a link confirms; null if it is the one of its owner. Part of the token, and thus of its digest. */
export function addressIn(token: string): string | null {
  const [, address] = token.split('.');
  return address === undefined ? null : Buffer.from(address, 'base64url').toString();
}

/**
 * Creates a link for a person, or for a pending sign-up, and returns its URL, the only place that contains the token.
 * With `change` it confirms that address, to which it is mailed, and lasts from when it was asked for.
 */
export async function issueLink(
  tx: TxContext,
  kind: LinkKind,
  ownerId: string,
  change?: { readonly email: string; readonly askedAt: Date },
): Promise<string> {
  const secret = randomBytes(TOKEN_BYTES).toString('base64url');
  const token =
    change === undefined ? secret : `${secret}.${Buffer.from(change.email).toString('base64url')}`;
  const now = change?.askedAt ?? tx.clock.now();
  await store.insertLink(tx.db, {
    id: tx.newId(),
    identifier: identifierOf(kind, token),
    ownerId,
    now,
    until: new Date(now.getTime() + LASTS_MS[kind]),
  });
  const { publicUrl } = tx.settings;
  // an invitation is opened after signing in or up, in any of the ways
  if (kind === 'invitation')
    return `${publicUrl}/api/login?returnTo=${encodeURIComponent(`/?invitation=${token}`)}`;
  // printed, not mailed: what follows # is in no log of a proxy
  if (kind === 'setup') return `${publicUrl}/setup#${token}`;
  return `${publicUrl}/api/login?${kind}=${token}`;
}

/** The person or pending sign-up of a link, which stays valid; null if it is used, expired or unknown. */
export async function linkOwner(ctx: AppContext, kind: LinkKind, token: string): Promise<string | null> {
  const link = await store.linkByIdentifier(ctx.db, identifierOf(kind, token), ctx.clock.now());
  return link?.value ?? null;
}

/** Like `linkOwner`, but uses the link up. Of two concurrent callers, one gets it. */
export async function consumeLink(tx: TxContext, kind: LinkKind, token: string): Promise<string | null> {
  const link = await store.consumeStoredLink(tx.db, identifierOf(kind, token), tx.clock.now());
  return link?.value ?? null;
}

/** Whether a mail has been queued for longer than its link would have lasted: it is not sent then. */
export const isStale = ({ clock }: AppContext, kind: LinkKind, askedAt: Date): boolean =>
  clock.now().getTime() - askedAt.getTime() > LASTS_MS[kind];

/** The keyed digest stored for a code: the database alone does not reveal it. */
export const codeDigestOf = ({ settings }: AppContext, pendingId: string, code: string): string =>
  createHmac('sha256', settings.sessionSecret)
    .update(`sign-up-code:${pendingId}:${code}`)
    .digest('base64url');

/** Makes the link and the code of a mail; the code replaces the one of an earlier try to send it. */
export async function issueLinkAndCode(ctx: AppContext, pendingId: string) {
  const code = String(randomInt(10 ** SIGN_UP_CODE_DIGITS)).padStart(SIGN_UP_CODE_DIGITS, '0');
  return inTransaction(ctx, async (tx) => {
    await setCode(tx.db, pendingId, codeDigestOf(ctx, pendingId, code));
    return { url: await issueLink(tx, 'sign-up', pendingId), code };
  });
}
