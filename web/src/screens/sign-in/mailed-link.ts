/** What a link to the sign-in page can carry. */
export type MailedLink =
  | { kind: 'reset'; token: string }
  | { kind: 'verify'; token: string }
  /** The identity provider's refusal; `isKnownAddress` if an account with this email exists. */
  | { kind: 'provider-refused'; isKnownAddress: boolean }
  | { kind: 'none' };

const OPENED_FOR = ['reset', 'verify', 'error', 'reason'] as const;

export function arrivalIn(search: string): MailedLink {
  const said = new URLSearchParams(search);
  const reset = said.get('reset');
  if (reset) return { kind: 'reset', token: reset };
  const verify = said.get('verify');
  if (verify) return { kind: 'verify', token: verify };
  return said.get('error') === 'provider'
    ? { kind: 'provider-refused', isKnownAddress: said.get('reason') === 'known-address' }
    : { kind: 'none' };
}

/** The query that stays in the address: where to continue. */
export function withoutArrival(search: string): string {
  const said = new URLSearchParams(search);
  if (!OPENED_FOR.some((name) => said.has(name))) return search;
  for (const name of OPENED_FOR) said.delete(name);
  return said.toString();
}

/** Returns true if the page is the same signed in and out: a mailed link or a legal text. */
export const isForAnybody = (search: string): boolean =>
  ['reset', 'verify', 'read'].some((name) => new URLSearchParams(search).has(name));
