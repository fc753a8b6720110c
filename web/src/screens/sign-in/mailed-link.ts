/** The links of mails, by the name of their token in the query. */
const MAILED = ['reset', 'verify', 'sign-up'] as const;

/** A token (of two parts, if it has an email) without what the text around the link has left behind it. */
const TOKEN = /^[\w-]+(?:\.[\w-]+)?/;

export type MailedLink =
  | { kind: (typeof MAILED)[number]; token: string }
  /** The identity provider's refusal; `isKnownAddress` if an account with this email exists. */
  | { kind: 'provider-refused'; isKnownAddress: boolean }
  | { kind: 'none' };

const OPENED_FOR = [...MAILED, 'error', 'reason'] as const;

export function parseSignInLink(search: string): MailedLink {
  const params = new URLSearchParams(search);
  for (const kind of MAILED) {
    const token = TOKEN.exec(params.get(kind) ?? '')?.[0];
    if (token) return { kind, token };
  }
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
  [...MAILED, 'read'].some((name) => new URLSearchParams(search).has(name));
