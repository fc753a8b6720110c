import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { isSecure, sessionCookieName } from '../better-auth.ts';
import { sessionToken, signedToken } from '../session/session-cookie.ts';

const LASTS_SECONDS = (VERIFY_LINK_HOURS * HOUR_MS) / 1000;

/** Its secret differs from the session cookie's, so that neither cookie is accepted for the other. */
const nameAndSecret = ({ settings: { publicUrl, sessionSecret } }: AppContext) =>
  ({ name: `${sessionCookieName(publicUrl)}-new`, secret: `newcomer:${sessionSecret}` }) as const;

/**
 * The `Set-Cookie` line that remembers a pending sign-up in this browser, until its mail expires. It signs no one in and
 * names no person: together with the mailed link or code it proves that the person who opens the mail also chose the
 * password.
 */
export function signUpCookie(ctx: AppContext, pendingId: string): string {
  const { name, secret } = nameAndSecret(ctx);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(ctx.settings.publicUrl) ? '; Secure' : ''}`;
  return `${name}=${signedToken(pendingId, secret)}; Max-Age=${LASTS_SECONDS}; ${attributes}`;
}

/** The latest pending sign-up of the browser with this `Cookie` header; null if there is none. */
export function pendingIdOfCookie(ctx: AppContext, cookie: string | undefined): string | null {
  const { name, secret } = nameAndSecret(ctx);
  return sessionToken(cookie, name, secret);
}
