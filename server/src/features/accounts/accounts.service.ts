import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { AuthParts } from './accounts.auth.ts';
import { fullNames, summaries } from './people.ts';
import { makeProfile } from './profile.ts';
import type { ProfilePlaces } from './profile-changes.ts';
import { makeSignIn } from './sign-in.ts';

export type AccountsParts = AuthParts & {
  readonly rateLimits: RateLimits;
  readonly places: ProfilePlaces;
  /** Closes the live connections of a session that has ended. */
  readonly closeSession: (sessionId: string) => Promise<void> | void;
};

export type Accounts = ReturnType<typeof makeAccounts>;

/** People, how they come in and go, and what they say about themselves. */
export function makeAccounts(parts: AccountsParts) {
  const { presentUser, getUser, updateProfile } = makeProfile(parts);
  const { readSession, signUp, signIn, signOut, forgetExpiredSessions } = makeSignIn(parts, presentUser);
  return {
    readSession,
    signUp,
    signIn,
    signOut,
    getUser,
    updateProfile,
    forgetExpiredSessions,
    summaries,
    fullNames,
  };
}
