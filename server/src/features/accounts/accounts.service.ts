import { makeAccountMailJobs } from './mail/account-mail-jobs.ts';
import type { AccountsParts } from './accounts.parts.ts';
import { makeEmailVerification } from './auth/recovery/email-verification.ts';
import { makeSessionService } from './auth/session/session-service.ts';
import { makeOidcSignIn } from './auth/oidc/oidc-sign-in.ts';
import { makeEmailLinks } from './auth/recovery/email-links.ts';
import { makeOwnSessions } from './auth/session/own-sessions.ts';
import { donorsAmong, fullNames, mailRecipient, summaries } from './profile/person-queries.ts';
import { makeProfile } from './profile/profile.ts';
import { makePasswordReset } from './auth/recovery/password-reset.ts';
import { makeSignIn } from './auth/sign-in.ts';
import { makeAccountStatus } from './lifecycle/account-status.ts';

export type Accounts = ReturnType<typeof makeAccounts>;

/** People, how they come in and go, and what they say about themselves. */
export function makeAccounts(parts: AccountsParts) {
  const { presentUser, getUser, updateProfile } = makeProfile(parts);
  const sessionService = makeSessionService(parts, presentUser);
  const links = makeEmailLinks(parts);
  const mailJobs = makeAccountMailJobs(parts, links);
  return {
    ...makeSignIn(parts, sessionService, mailJobs),
    ...makePasswordReset(parts, sessionService, links, mailJobs),
    ...makeEmailVerification(parts, sessionService, links, mailJobs),
    ...makeOwnSessions(parts, sessionService, mailJobs),
    ...makeOidcSignIn(parts, sessionService, mailJobs),
    ...makeAccountStatus(parts, mailJobs),
    mailTasks: mailJobs.tasks,
    getUser,
    updateProfile,
    summaries,
    fullNames,
    donorsAmong,
    mailRecipient,
  };
}
