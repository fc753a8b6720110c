import type { getUser, User } from '@openlarder/domain/accounts/account-contract.ts';
import { type AddressOf, callOrNullOn401 } from '#web/lib/call.ts';

/**
 * The contract's `getUser`, by its type alone: the first page then does not carry the schemas of the forms that are
 * declared beside it.
 */
export const WHO_IS_THERE = {
  method: 'GET',
  path: '/api/auth/user',
} as const satisfies AddressOf<typeof getUser>;

/** The signed-in person, or null when nobody is signed in. */
export const askWhoIsThere = (signal?: AbortSignal): Promise<User | null> =>
  callOrNullOn401<typeof getUser>(WHO_IS_THERE, signal ? { signal } : {});

/** The server writes on the page that the browser has brought no session: then there is nobody to ask about. */
export const hasNoSession = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
