import { makeAccountMailJobs } from './account-mail-jobs.ts';
import type { AccountsParts } from './accounts.parts.ts';
import { makeAddressProof } from './address-proof.ts';
import { makeEntrance } from './entrance.ts';
import { makeIdentityProvider } from './identity-provider.ts';
import { makeMailedLinks } from './mailed-links.ts';
import { makeOwnSessions } from './own-sessions.ts';
import { donorsAmong, fullNames, mailRecipient, summaries } from './people.ts';
import { makeProfile } from './profile.ts';
import { makeRecovery } from './recovery.ts';
import { makeSignIn } from './sign-in.ts';
import { makeStanding } from './standing.ts';

export type Accounts = ReturnType<typeof makeAccounts>;

/** People, how they come in and go, and what they say about themselves. */
export function makeAccounts(parts: AccountsParts) {
  const { presentUser, getUser, updateProfile } = makeProfile(parts);
  const entrance = makeEntrance(parts, presentUser);
  const links = makeMailedLinks(parts);
  const mailJobs = makeAccountMailJobs(parts, links);
  return {
    ...makeSignIn(parts, entrance, mailJobs),
    ...makeRecovery(parts, entrance, links, mailJobs),
    ...makeAddressProof(parts, entrance, links, mailJobs),
    ...makeOwnSessions(parts, entrance, mailJobs),
    ...makeIdentityProvider(parts, entrance, mailJobs),
    ...makeStanding(parts, mailJobs),
    mailTasks: mailJobs.tasks,
    getUser,
    updateProfile,
    summaries,
    fullNames,
    donorsAmong,
    mailRecipient,
  };
}
