import { createHmac, randomInt } from 'node:crypto';
import { SIGN_UP_CODE_DIGITS } from '@openlarder/domain/accounts/account-fields.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { issueLink } from '../recovery/email-links.ts';
import { setCode } from './pending-sign-ups.store.ts';

/** The keyed digest stored for a code: the database alone does not reveal it. */
export const codeDigestOf = ({ settings }: AppContext, pendingId: string, code: string): string =>
  createHmac('sha256', settings.sessionSecret)
    .update(`sign-up-code:${pendingId}:${code}`)
    .digest('base64url');

/** Makes the link and the code of a mail; the code replaces the one of an earlier try to send it. */
export async function issueLinkAndCode(
  ctx: AppContext,
  pendingId: string,
): Promise<{ readonly url: string; readonly code: string }> {
  const code = String(randomInt(10 ** SIGN_UP_CODE_DIGITS)).padStart(SIGN_UP_CODE_DIGITS, '0');
  return inTransaction(ctx, async (tx) => {
    await setCode(tx.db, pendingId, codeDigestOf(ctx, pendingId, code));
    return { url: await issueLink(tx, 'sign-up', pendingId), code };
  });
}
