import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimitKeyOf } from './network-address.ts';

type Limit = { readonly points: number; readonly seconds: number };

/**
 * The number of calls per person or network address within a time window. An address gets ten times a person's share,
 * because the visitors of a food bank share one; sign-ups and passwords are counted by address and by account.
 * For one account each address has a small limit, and all together have a larger one; a device that knows the account is
 * counted alone, so that an attacker cannot lock its owner out. An IPv6 /64 counts as one address.
 */
const LIMITS = {
  'person-read': { points: 1500, seconds: 300 },
  'person-write': { points: 150, seconds: 300 },
  'person-upload': { points: 30, seconds: 1800 },
  // one a second
  'person-message': { points: 60, seconds: 60 },
  // testing stolen cards needs many
  'person-payment': { points: 20, seconds: 3600 },
  // one for each letter
  'person-lookup': { points: 300, seconds: 300 },
  // reads all data of a person
  'person-export': { points: 20, seconds: 3600 },
  'address-read': { points: 15_000, seconds: 300 },
  'address-write': { points: 1500, seconds: 300 },
  'address-sign-up': { points: 60, seconds: 3600 },
  'address-sign-in': { points: 300, seconds: 900 },
  // of new people; the people of a shelter share an address, so past it a request is alerted less widely
  'address-request': { points: 30, seconds: 86_400 },
  // views and clicks of ads: a household sees ten in a visit
  'address-ad': { points: 1200, seconds: 3600 },
  // views of one ad that count
  'ad-view-of-person': { points: 20, seconds: 86_400 },
  'ad-view-of-address': { points: 6, seconds: 86_400 },
  // changes of what a listing says; each leaves its words in the search for a while
  'listing-words': { points: 20, seconds: 86_400 },
  // asks the provider
  'donation-refresh': { points: 6, seconds: 60 },
  'account-sign-in': { points: 10, seconds: 900 },
  'account-sign-in-anywhere': { points: 50, seconds: 900 },
  'device-sign-in': { points: 10, seconds: 900 },
  // mail programs call for many people from few addresses
  'address-unsubscribe': { points: 300, seconds: 3600 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

export type RateLimits = {
  /** Counts one use of `name` by `key`. Throws 429 with `Retry-After` when the share is used up. */
  spend(name: LimitName, key: string): Promise<void>;
  /** Counts one use like `spend`; returns false when the share is used up. */
  isWithin(name: LimitName, key: string): Promise<boolean>;
};

/** Counts one try at the password of an account by `address`, and one by all addresses. */
export async function spendOnAccount(
  rateLimits: RateLimits,
  { account, address }: { readonly account: string; readonly address: string },
): Promise<void> {
  await rateLimits.spend('account-sign-in', `${account} ${rateLimitKeyOf(address)}`);
  await rateLimits.spend('account-sign-in-anywhere', account);
}

export function makeRateLimits(enabled: boolean): RateLimits {
  if (!enabled) return { spend: async () => {}, isWithin: async () => true };
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points: limit.points, duration: limit.seconds }),
    ]),
  );
  async function consume(name: LimitName, key: string): Promise<RateLimiterRes | null> {
    try {
      await limiters.get(name)?.consume(name.startsWith('address-') ? rateLimitKeyOf(key) : key);
      return null;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    }
  }
  return {
    async spend(name, key) {
      const refused = await consume(name, key);
      if (!refused) return;
      const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new AppError(429, 'too-many', { retryAfterSeconds });
    },
    isWithin: async (name, key) => (await consume(name, key)) === null,
  };
}
