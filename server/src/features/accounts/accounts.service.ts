export { sessionCookieName } from './auth/better-auth.ts';
export { finishProviderSignIn, startProviderSignIn } from './auth/oidc/oidc-sign-in.ts';
export {
  requireVerifiedEmail,
  sendVerificationMail,
  verifyEmail,
} from './auth/recovery/email-verification.ts';
export { requestPasswordReset, resetPassword } from './auth/recovery/password-reset.ts';
export {
  changePassword,
  endOwnSession,
  listSessions,
  signOutEverywhere,
} from './auth/session/own-sessions.ts';
export { findEndedSessions, readSession, signOut } from './auth/session/session-service.ts';
export { deleteExpiredSessionsAndLinks, signIn, signUp, signUpAndSignIn } from './auth/sign-in.ts';
export { createVerifiedPerson, enterSignUpCode, openSignUpLink } from './auth/sign-up/sign-up-by-mail.ts';
export { hashPassword } from './auth/password-hashing.ts';
export { closeAccount, closePersonAccount } from './lifecycle/account-closure.ts';
export {
  type AdminPersonView,
  closureStatus,
  findPerson,
  memberSince,
  pausePerson,
  publicStatus,
  requireActive,
  resumePerson,
  searchPeople,
  setAdmin,
  setVerified,
} from './lifecycle/account-status.ts';
export { exportAccount } from './lifecycle/person-export.ts';
export { anonymousSummaries, anonymousSummary } from './profile/anonymous-people.ts';
export { languageOf, type Reader, readerLanguage, readerOf } from './profile/person-language.ts';
export { personTexts } from './profile/person-texts.ts';
export {
  donorsAmong,
  foodProfile,
  type FullName,
  fullNames,
  isDonor,
  type MailRecipient,
  mailRecipient,
  membersSeen,
  openAccounts,
  publicPeople,
  summaries,
  summaryOf,
} from './profile/person-queries.ts';
export { getUser, updateProfile } from './profile/profile.ts';
export { renewStandings } from './standing/standing.ts';
export {
  knownPeople,
  knownSince,
  settleTrust,
  type TrustLimits,
  trustLimitsOf,
  trustOf,
  vouchFor,
  withdrawVouch,
} from './trust/trust.ts';
