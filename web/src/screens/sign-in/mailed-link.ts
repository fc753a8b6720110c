/** What a link into the sign-in page can carry. */
export type MailedLink =
  | { kind: 'reset'; token: string }
  | { kind: 'verify'; token: string }
  /** The identity provider, or we of what it said; `isKnownAddress` where an account has the same e-mail address. */
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

/** The query that stays in the address: where to go afterwards. */
export function withoutArrival(search: string): string {
  const said = new URLSearchParams(search);
  if (!OPENED_FOR.some((name) => said.has(name))) return search;
  for (const name of OPENED_FOR) said.delete(name);
  return said.toString();
}

/** Whether the page is the same on both sides of the door: a mailed link, or something to read. */
export const isForAnybody = (search: string): boolean =>
  ['reset', 'verify', 'read'].some((name) => new URLSearchParams(search).has(name));
