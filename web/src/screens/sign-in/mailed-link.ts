/** What a link to the sign-in page can carry. */
export type MailedLink =
  | { kind: 'reset'; token: string }
  | { kind: 'verify'; token: string }
  /** The identity provider's refusal; `isKnownAddress` if an account with this email exists. */
  | { kind: 'provider-refused'; isKnownAddress: boolean }
  | { kind: 'none' };

const OPENED_FOR = ['reset', 'verify', 'error', 'reason'] as const;

/** Parses the query of the sign-in page. */
export function parseSignInLink(search: string): MailedLink {
  const params = new URLSearchParams(search);
  const reset = params.get('reset');
  if (reset) return { kind: 'reset', token: reset };
  const verify = params.get('verify');
  if (verify) return { kind: 'verify', token: verify };
  return params.get('error') === 'provider'
    ? { kind: 'provider-refused', isKnownAddress: params.get('reason') === 'known-address' }
    : { kind: 'none' };
}

/** The query that stays in the address: where to continue. */
export function withoutSignInLink(search: string): string {
  const params = new URLSearchParams(search);
  if (!OPENED_FOR.some((name) => params.has(name))) return search;
  for (const name of OPENED_FOR) params.delete(name);
  return params.toString();
}

/** Returns true if the page is the same signed in and out: a mailed link or a legal text. */
export const isPublicSignInLink = (search: string): boolean =>
  ['reset', 'verify', 'read'].some((name) => new URLSearchParams(search).has(name));
