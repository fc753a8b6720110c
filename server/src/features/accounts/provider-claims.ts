import { displayName } from '@openlarder/domain/accounts/names.ts';
import { emailSchema } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { MAX_NAME_LENGTH } from '@openlarder/domain/kernel/text.ts';
import * as z from 'zod/mini';
import { oneLine } from '#server/platform/mail-page.ts';

/** What an identity provider says of a person; nothing in it is taken at its word. */
export type Claims = Readonly<Record<string, unknown>>;

const NAMELESS = 'Neighbor';

const said = (value: unknown): string =>
  typeof value === 'string'
    ? Array.from(oneLine(value.toWellFormed())).slice(0, MAX_NAME_LENGTH).join('').trim()
    : '';

/** First and last name: as given, else from the whole name, else what the person calls themself there. */
function namesFrom(claims: Claims): { firstName: string; lastName: string } {
  const firstName = said(claims['given_name']);
  if (firstName) return { firstName, lastName: said(claims['family_name']) };
  const [first = '', ...rest] = said(claims['name']).split(' ');
  if (first) return { firstName: first, lastName: rest.join(' ') };
  return { firstName: said(claims['preferred_username']) || NAMELESS, lastName: '' };
}

/**
 * A person as the provider knows them, in the fields of an account: always a recipient, without a picture. An
 * address counts as confirmed only when the provider says so in as many words; one that is none is no address.
 */
export function personFrom(claims: Claims) {
  const email = z.safeParse(emailSchema, claims['email']);
  const names = namesFrom(claims);
  return {
    email: email.success ? email.data : null,
    emailVerified: email.success && claims['email_verified'] === true,
    name: displayName(names),
    ...names,
    userType: 'recipient',
  };
}
