import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idParams, idSchema } from '../kernel/ids.ts';
import { MAX_NAME_LENGTH, optionalText, requiredText, storable } from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';
import { userSchema, userTypeSchema } from './account-contract.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Addresses are compared without case, as every mail host does. */
export const emailSchema = z
  .string({ error: 'Please enter your e-mail address' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter your e-mail address'),
    z.maxLength(254, 'Please enter a shorter e-mail address'),
    z.email('Please enter an e-mail address such as name@example.org'),
  );

const newPassword = z.string({ error: 'Please choose a password' }).check(
  z.minLength(MIN_PASSWORD_LENGTH, `Please use at least ${MIN_PASSWORD_LENGTH} characters`),
  z.maxLength(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`),
  // all lone surrogates hash alike, so that such a password would fit others
  storable(),
);

const knownPassword = z
  .string({ error: 'Please enter your password' })
  .check(
    z.minLength(1, 'Please enter your password'),
    z.maxLength(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`),
    storable(),
  );

/** What a link in a mail carries. */
const mailedToken = z
  .string({ error: 'This link is not complete' })
  .check(z.minLength(1, 'This link is not complete'), z.maxLength(2000, 'This link is not complete'));

export const signUpBody = z.object({
  email: emailSchema,
  password: newPassword,
  firstName: requiredText('Please enter your first name', MAX_NAME_LENGTH),
  lastName: z._default(optionalText(MAX_NAME_LENGTH), ''),
  /** An unknown kind of person counts as a recipient. */
  userType: z.catch(userTypeSchema, 'recipient'),
});

export const signInBody = z.object({ email: emailSchema, password: knownPassword });
export const forgottenPasswordBody = z.object({ email: emailSchema });
export const resetPasswordBody = z.object({ token: mailedToken, newPassword });
export const changePasswordBody = z.object({ currentPassword: knownPassword, newPassword });

/**
 * 200: the account is there and signed in. 202: a mail was sent, and says how it goes on; so it is wherever the
 * community can send mail, and the answer is the same for an address that has an account already.
 */
export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Create an account and sign in',
  tag: 'accounts',
  access: 'public',
  body: signUpBody,
  responses: { 200: userSchema, 202: z.object({ sentTo: z.string() }) },
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with e-mail and password',
  tag: 'accounts',
  access: 'public',
  body: signInBody,
  responses: { 200: userSchema },
});

/** Only where the community has an identity provider; its name is in `GET /api/community`. */
export const signInWithProvider = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/oauth2',
  summary: 'Where to go to sign in with the community’s identity provider',
  tag: 'accounts',
  access: 'public',
  body: z.object({ returnTo: z.optional(z.string().check(z.maxLength(2000))) }),
  responses: { 200: z.object({ url: z.string() }) },
});

/** How long a link to a new password is good for, in minutes, and one that confirms an address, in hours. */
export const RESET_LINK_MINUTES = 60;
export const VERIFY_LINK_HOURS = 24;

/** The answer and its time are the same for an address that nobody here has. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Mail a link to choose a new password',
  tag: 'accounts',
  access: 'public',
  body: forgottenPasswordBody,
  responses: { 202: z.object({ sentTo: z.string() }) },
});

/** A link works once; 409 `link-over` for one that is used, too old or not ours. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password, which ends every session',
  tag: 'accounts',
  access: 'public',
  body: resetPasswordBody,
  responses: { 204: null },
});

export const sendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  summary: 'Mail me the link that confirms my address again',
  tag: 'accounts',
  access: 'person',
  responses: { 202: z.object({ sentTo: z.string() }) },
});

/**
 * Signs in as well. 409 `link-over` for a link that is used, too old or not ours. 422 on `password` in a browser in
 * which nobody signed up or signed in as this person: whoever typed somebody's address need not be its owner. 401 there
 * for an account without a password.
 */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm my address with the link that was mailed',
  tag: 'accounts',
  access: 'public',
  body: z.object({ token: mailedToken, password: z.optional(knownPassword) }),
  responses: { 200: userSchema },
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Choose another password, which ends my other sessions',
  tag: 'accounts',
  access: 'person',
  body: changePasswordBody,
  responses: { 204: null },
});

/** Where somebody is signed in. `device` is a browser and a system by name, such as "Firefox, Android". */
export const sessionSchema = z.object({
  id: idSchema,
  device: z.nullable(z.string()),
  createdAt: instantOut,
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where I am signed in, the newest first',
  tag: 'accounts',
  access: 'person',
  responses: { 200: z.array(sessionSchema) },
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: 'Sign out one of my other devices',
  tag: 'accounts',
  access: 'person',
  params: idParams,
  responses: { 204: null },
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
  summary: 'End all my sessions, this one too',
  tag: 'accounts',
  access: 'person',
  responses: { 204: null },
});

/** `password` is needed by whoever has one (`hasPassword`): 422 on it when it is wrong. */
export const closeAccount = endpoint({
  method: 'POST',
  path: '/api/users/close-account',
  summary: 'Close my account: withdraw, release and cancel what is open, and forget who I am',
  tag: 'accounts',
  access: 'person',
  body: z.object({ password: z.optional(knownPassword) }),
  responses: { 204: null },
});

/** One part a feature, by its name. */
export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/users/export',
  summary: 'Everything kept about me, as a file',
  tag: 'accounts',
  access: 'person',
  responses: { 200: z.record(z.string(), z.unknown()) },
});
