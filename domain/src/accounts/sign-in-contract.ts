import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './sign-in-schemas.ts';

/**
 * 200: the account is there and signed in. 202: a mail was sent, and says how it goes on; so it is wherever the
 * community can send mail, and the answer is the same for an address that has an account already.
 */
export const signUp: Endpoint<typeof schemas.signUpSpec> = {
  method: 'POST',
  path: '/api/auth/sign-up/email',
};

export const signIn: Endpoint<typeof schemas.signInSpec> = {
  method: 'POST',
  path: '/api/auth/sign-in/email',
};

/** Only where the community has an identity provider; its name is in `GET /api/community`. */
export const signInWithProvider: Endpoint<typeof schemas.signInWithProviderSpec> = {
  method: 'POST',
  path: '/api/auth/sign-in/oauth2',
};

/** The answer and its time are the same for an address that nobody here has. */
export const requestPasswordReset: Endpoint<typeof schemas.requestPasswordResetSpec> = {
  method: 'POST',
  path: '/api/auth/request-password-reset',
};

/** A link works once; 409 `link-over` for one that is used, too old or not ours. */
export const resetPassword: Endpoint<typeof schemas.resetPasswordSpec> = {
  method: 'POST',
  path: '/api/auth/reset-password',
};

export const sendVerificationMail: Endpoint<typeof schemas.sendVerificationMailSpec> = {
  method: 'POST',
  path: '/api/auth/send-verification-email',
};

/**
 * Signs in as well. 409 `link-over` for a link that is used, too old or not ours. 422 on `password` in a browser in
 * which nobody signed up or signed in as this person: whoever typed somebody's address need not be its owner. 401 there
 * for an account without a password.
 */
export const verifyEmail: Endpoint<typeof schemas.verifyEmailSpec> = {
  method: 'POST',
  path: '/api/auth/verify-email',
};

export const changePassword: Endpoint<typeof schemas.changePasswordSpec> = {
  method: 'POST',
  path: '/api/auth/change-password',
};
export type Session = z.output<typeof schemas.sessionSchema>;

export const listSessions: Endpoint<typeof schemas.listSessionsSpec> = {
  method: 'GET',
  path: '/api/auth/sessions',
};

export const endSession: Endpoint<typeof schemas.endSessionSpec> = {
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
};

export const signOutEverywhere: Endpoint<typeof schemas.signOutEverywhereSpec> = {
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
};
