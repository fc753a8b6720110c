import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/sign-in-rules.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { isSecure, sessionCookieName } from '../better-auth.ts';
import { sessionToken, signedToken } from './session-cookie.ts';

const LASTS_SECONDS = (VERIFY_LINK_HOURS * HOUR_MS) / 1000;

/**
 * Remembers in a browser who signed up in it, until the mailed link has run out. It signs nobody in: together with the
 * link it shows that whoever opens the mail also chose the password.
 */
export function makeSignupCookie({
  publicUrl,
  sessionSecret,
}: {
  readonly publicUrl: string;
  readonly sessionSecret: string;
}) {
  const name = `${sessionCookieName(publicUrl)}-new`;
  // a session's cookie is never taken for this one, nor this for a session's
  const secret = `signupCookie:${sessionSecret}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
  return {
    /** The `Set-Cookie` line for who signed up. */
    remember: (personId: string): string =>
      `${name}=${signedToken(personId, secret)}; Max-Age=${LASTS_SECONDS}; ${attributes}`,
    /** Who signed up in the browser that sends this `Cookie` header; null when it is nobody. */
    personIn: (cookie: string | undefined): string | null => sessionToken(cookie, name, secret),
  };
}
