import * as z from 'zod/mini';
import { currentPasswordSchema, givenUserTypeSchema, userSchema } from './account-schemas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, SIGN_UP_CODE_DIGITS } from './account-fields.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { plainCode, plainEmail } from '../kernel/text-characters.ts';
import { MAX_NAME_LENGTH } from '../kernel/text-limits.ts';
import {
  folded,
  idParams,
  idSchema,
  instantOut,
  languageSchema,
  maxLength,
  optionalText,
  requiredName,
  storable,
} from '../kernel/wire-schemas.ts';

/** What `input type=email` takes (HTML, 4.10.5.1.5), with a dot in the host: the mail sent there proves the rest. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const emailSchema = z
  .string({ error: errorText('required.email') })
  .check(
    ...folded(254, undefined, plainEmail),
    z.minLength(1, errorText('required.email')),
    z.email({ pattern: EMAIL, error: errorText('invalid.email') }),
  );

const newPassword = z.string({ error: errorText('required.new-password') }).check(
  z.minLength(MIN_PASSWORD_LENGTH, errorText('too-short', { min: MIN_PASSWORD_LENGTH })),
  maxLength(MAX_PASSWORD_LENGTH),
  // all lone surrogates have the same hash, so such a password would match others
  storable(),
);

/** The token of a link that works once. */
export const linkToken = z
  .string({ error: errorText('invalid.link') })
  .check(z.minLength(1, errorText('invalid.link')), maxLength(2000, errorText('invalid.link')));

export const signUpBody = z.object({
  email: emailSchema,
  password: newPassword,
  firstName: requiredName('required.first-name', MAX_NAME_LENGTH),
  lastName: z._default(optionalText(MAX_NAME_LENGTH), ''),
  userType: givenUserTypeSchema,
  /** The language of the page, for mails. */
  language: z.optional(languageSchema),
});

/** The digits of a mailed code, typed with or without spaces. */
const missingCode = errorText('required.sign-up-code', { digits: SIGN_UP_CODE_DIGITS });
export const enterSignUpCodeBody = z.object({
  code: z
    .string({ error: missingCode })
    .check(
      ...folded(SIGN_UP_CODE_DIGITS, missingCode, plainCode),
      z.regex(new RegExp(`^[0-9]{${SIGN_UP_CODE_DIGITS}}$`), missingCode),
    ),
});

export const signInBody = z.object({ email: emailSchema, password: currentPasswordSchema });
export const forgottenPasswordBody = z.object({ email: emailSchema });
export const resetPasswordBody = z.object({ token: linkToken, newPassword });
export const changePasswordBody = z.object({ currentPassword: currentPasswordSchema, newPassword });

/** Without a password for a person who signs in through an identity provider. */
export const changeEmailBody = z.object({
  email: emailSchema,
  currentPassword: z.optional(currentPasswordSchema),
});

export const signUpSpec = {
  summary: 'Create an account and sign in',
  body: signUpBody,
  responses: { 200: userSchema, 202: z.object({ sentTo: z.string() }) },
  example: {
    body: {
      email: 'person-1@example.org',
      password: 'a good long password',
      firstName: 'Ana',
      lastName: 'Bell',
      userType: 'donor',
    },
  },
} as const satisfies EndpointSpec;

export const openSignUpLinkSpec = {
  summary: 'Begin my account with the link that was mailed',
  body: z.object({ token: linkToken, password: z.optional(newPassword) }),
  responses: { 200: userSchema },
  errors: { 409: ['link-over'] },
  example: { body: { token: 'made-up' } },
} as const satisfies EndpointSpec;

export const enterSignUpCodeSpec = {
  summary: 'Begin my account with the code that was mailed',
  body: enterSignUpCodeBody,
  responses: { 200: userSchema },
  errors: { 409: ['link-over'] },
  example: { body: { code: '123456' } },
} as const satisfies EndpointSpec;

export const signInSpec = {
  summary: 'Sign in with e-mail and password',
  body: signInBody,
  responses: { 200: userSchema },
  errors: { 401: ['wrong-password'] },
  example: { body: { email: 'not-here@example.org', password: 'a good long password' } },
} as const satisfies EndpointSpec;

export const signInWithProviderSpec = {
  summary: 'Where to go to sign in with the community’s identity provider',
  body: z.object({ returnTo: z.optional(z.string().check(maxLength(2000, errorText('invalid')))) }),
  responses: { 200: z.object({ url: z.string() }) },
  errors: { 404: ['not-found'], 503: ['provider-away'] },
  example: { body: { returnTo: '/' } },
} as const satisfies EndpointSpec;

export const requestPasswordResetSpec = {
  summary: 'Mail a link to choose a new password',
  body: forgottenPasswordBody,
  responses: { 202: z.object({ sentTo: z.string() }) },
  example: { body: { email: 'not-here@example.org' } },
} as const satisfies EndpointSpec;

export const resetPasswordSpec = {
  summary: 'Choose a new password, which ends every session',
  body: resetPasswordBody,
  responses: { 204: null },
  errors: { 409: ['link-over'] },
  example: { body: { token: 'made-up', newPassword: 'a good long password' } },
} as const satisfies EndpointSpec;

export const sendVerificationMailSpec = {
  summary: 'Mail me the link that confirms my address again',
  responses: { 202: z.object({ sentTo: z.string() }) },
} as const satisfies EndpointSpec;

export const verifyEmailSpec = {
  summary: 'Confirm my address with the link that was mailed',
  body: z.object({ token: linkToken, password: z.optional(currentPasswordSchema) }),
  responses: { 200: userSchema },
  errors: { 401: ['signed-out'], 409: ['link-over'] },
  example: { body: { token: 'made-up' } },
} as const satisfies EndpointSpec;

export const changeEmailSpec = {
  summary: 'Mail a link to the address that is to replace mine',
  body: changeEmailBody,
  responses: { 202: z.object({ sentTo: z.string() }) },
  example: { body: { email: 'new-address@example.org', currentPassword: 'not this one' } },
} as const satisfies EndpointSpec;

export const changePasswordSpec = {
  summary: 'Choose another password, which ends my other sessions',
  body: changePasswordBody,
  responses: { 204: null },
  example: { body: { currentPassword: 'not this one', newPassword: 'a good long password' } },
} as const satisfies EndpointSpec;

/** An active session. `device` names browser and system, such as "Firefox, Android". */
export const sessionSchema = z.object({
  id: idSchema,
  device: z.nullable(z.string()),
  createdAt: instantOut,
  isCurrent: z.boolean(),
});

export const listSessionsSpec = {
  summary: 'Where I am signed in, the newest first',
  responses: { 200: z.array(sessionSchema) },
} as const satisfies EndpointSpec;

export const endSessionSpec = {
  summary: 'Sign out one of my other devices',
  params: idParams,
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const signOutEverywhereSpec = {
  summary: 'End all my sessions, this one too',
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const acceptInvitationSpec = {
  summary: 'Accept the personal invitation of an organizer, who then vouches for me',
  body: z.object({ token: linkToken }),
  responses: { 204: null },
  errors: { 409: ['link-over'] },
  example: { body: { token: 'made-up' } },
} as const satisfies EndpointSpec;
