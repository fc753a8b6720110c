import type * as z from 'zod/mini';
import type { Endpoint, PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './sign-in-schemas.ts';

/**
 * 200: the account was created and is signed in. 202: no account was created yet; a mail explains how to continue. It
 * is always 202 if the community can send mail, also for an address that already has an account.
 */
export const signUp: PublicEndpoint<typeof schemas.signUpSpec> = {
  method: 'POST',
  path: '/api/auth/sign-up/email',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

/**
 * Begins the account of a mailed sign-up and signs in. 422 on `password` in a browser other than the one that signed
 * up: the person who signed up may not own the address, so its owner chooses the password. 409 `link-over`.
 */
export const openSignUpLink: PublicEndpoint<typeof schemas.openSignUpLinkSpec> = {
  method: 'POST',
  path: '/api/auth/sign-up/link',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

/**
 * Like the link, by the code beside it, in the browser that signed up. 422 on `code`; 409 `link-over` after five tries.
 */
export const enterSignUpCode: PublicEndpoint<typeof schemas.enterSignUpCodeSpec> = {
  method: 'POST',
  path: '/api/auth/sign-up/code',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

export const signIn: PublicEndpoint<typeof schemas.signInSpec> = {
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

/** Only if the community has an identity provider; its name is in `GET /api/community`. */
export const signInWithProvider: PublicEndpoint<typeof schemas.signInWithProviderSpec> = {
  method: 'POST',
  path: '/api/auth/sign-in/oauth2',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

/** Response and response time are the same for an unknown address. */
export const requestPasswordReset: PublicEndpoint<typeof schemas.requestPasswordResetSpec> = {
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'anyone',
  importance: 'act',
  // It sends a mail.
  changes: [],
};

/** A link works once. 409 `link-over` if it was used, has expired or is invalid. */
export const resetPassword: PublicEndpoint<typeof schemas.resetPasswordSpec> = {
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

export const sendVerificationMail: Endpoint<typeof schemas.sendVerificationMailSpec> = {
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'person',
  importance: 'act',
  // It sends a mail.
  changes: [],
};

/**
 * Also signs in. 409 `link-over` if the link was used, has expired or is invalid. 422 on `password` in a
 * browser that has not signed up or signed in as this person, since the address may not be theirs; 401 there
 * for an account without a password.
 */
export const verifyEmail: PublicEndpoint<typeof schemas.verifyEmailSpec> = {
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  importance: 'act',
  // The page is loaded again.
  changes: [],
};

/** The address changes once the link that is mailed to it is opened, as by `verifyEmail`. 422 on `currentPassword`. */
export const changeEmail: Endpoint<typeof schemas.changeEmailSpec> = {
  method: 'POST',
  path: '/api/auth/change-email',
  access: 'person',
  importance: 'talk',
  // It sends a mail.
  changes: [],
};

export const changePassword: Endpoint<typeof schemas.changePasswordSpec> = {
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'person',
  importance: 'talk',
  changes: ['sessions', 'calendar'],
};
export type Session = z.output<typeof schemas.sessionSchema>;

export const listSessions: Endpoint<typeof schemas.listSessionsSpec> = {
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'person',
  importance: 'look',
  shows: ['sessions'],
};

export const endSession: Endpoint<typeof schemas.endSessionSpec> = {
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'owner of session',
  importance: 'talk',
  changes: ['sessions'],
};

export const signOutEverywhere: Endpoint<typeof schemas.signOutEverywhereSpec> = {
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
  access: 'person',
  importance: 'talk',
  // The page is loaded again.
  changes: [],
};

/** By the link of an organizer, which works once: the organizer vouches for the caller. 409 `link-over`. */
export const acceptInvitation: Endpoint<typeof schemas.acceptInvitationSpec> = {
  method: 'POST',
  path: '/api/users/invitation',
  access: 'person',
  importance: 'act',
  changes: ['account', 'limits'],
};
