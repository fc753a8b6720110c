import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The key under which uses of a network address are counted: the IPv4 address, or the first 64 bits of an
 * IPv6 address, because a household controls the rest. An IPv4 address written as IPv6 counts as IPv4;
 * anything else counts as it is.
 */
export function rateLimitKeyOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // as URLs write it: no dotted end, and `::` once at most
  const { hostname } = new URL(`http://[${bare}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const halves = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return halves.flatMap((half) => [half >> 8, half & 0xff]).join('.');
  }
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

type Limit = {
  readonly points: number;
  readonly seconds: number;
  /**
   * Counted in the database, for all processes together: what costs others money, mail or trust. The others protect this
   * process, and each counts its own.
   */
  readonly isShared?: true;
};

/**
 * The number of calls per person or network address within a time window. An address gets ten times a person's share,
 * because the visitors of a food bank share one; sign-ups and passwords are counted by address and by account.
 * For one account each address has a small limit, and all together have a larger one; a device that knows the account is
 * counted alone, so that an attacker cannot lock its owner out. An IPv6 /64 counts as one address.
 */
const LIMITS = {
  'person-read': { points: 1500, seconds: 300 },
  'person-write': { points: 150, seconds: 300 },
  'person-upload': { points: 30, seconds: 1800, isShared: true },
  // one a second
  'person-message': { points: 60, seconds: 60 },
  // testing stolen cards needs many
  'person-payment': { points: 20, seconds: 3600, isShared: true },
  // one for each letter
  'person-lookup': { points: 300, seconds: 300 },
  // reads all data of a person
  'person-export': { points: 20, seconds: 3600, isShared: true },
  'address-read': { points: 15_000, seconds: 300 },
  'address-write': { points: 1500, seconds: 300 },
  'address-sign-up': { points: 60, seconds: 3600, isShared: true },
  'address-sign-in': { points: 300, seconds: 900, isShared: true },
  // of new people; the people of a shelter share an address, so past it a request is alerted less widely
  'address-request': { points: 30, seconds: 86_400, isShared: true },
  // views and clicks of ads: a household sees ten in a visit
  'address-ad': { points: 1200, seconds: 3600 },
  // views of one ad that count
  'ad-view-of-person': { points: 20, seconds: 86_400 },
  'ad-view-of-address': { points: 6, seconds: 86_400 },
  // changes of what a listing says; each leaves its words in the search for a while
  'listing-words': { points: 20, seconds: 86_400 },
  // of claimed food; each tells who has claimed it, as do added allergens, which are not counted
  'listing-correction': { points: 6, seconds: 86_400, isShared: true },
  'listing-warning': { points: 12, seconds: 86_400, isShared: true },
  // wrong pickup codes that are looked for among the giver's other pickups: each is one more guess at all of them
  'code-elsewhere': { points: 5, seconds: 86_400, isShared: true },
  // asks the provider
  'donation-refresh': { points: 6, seconds: 60, isShared: true },
  'account-sign-in': { points: 10, seconds: 900, isShared: true },
  'account-sign-in-anywhere': { points: 50, seconds: 900, isShared: true },
  'device-sign-in': { points: 10, seconds: 900, isShared: true },
  // mail programs call for many people from few addresses
  'address-unsubscribe': { points: 300, seconds: 3600 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

export type RateLimits = {
  /**
   * Counts one use of `name` by `key`, in the transaction if one is given, which must end soon after. Throws 429 with
   * `Retry-After` when the share is used up.
   */
  spend(name: LimitName, key: string, tx?: { readonly db: Tx }): Promise<void>;
  /** Counts one use like `spend`; returns false when the share is used up. */
  isWithin(name: LimitName, key: string, tx?: { readonly db: Tx }): Promise<boolean>;
  /** Takes back one use of `name` by `key`, which turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>;
};

/** Makes the limits; those that are shared are in `db`, whose keys do not tell whom they count. Null counts nothing. */
export function makeRateLimits(kept: { readonly db: Db; readonly secret: string } | null): RateLimits {
  if (!kept) return { spend: async () => {}, isWithin: async () => true, giveBack: async () => {} };
  const { db: database, secret } = kept;
  const hashOf = (name: LimitName, key: string): string =>
    createHmac('sha256', secret).update(`${name} ${key}`).digest('base64url');
  const own = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points: limit.points, duration: limit.seconds }),
    ]),
  );

  /** The milliseconds to wait; null within the share. */
  async function countHere(name: LimitName, key: string): Promise<number | null> {
    try {
      await own.get(name)?.consume(key);
      return null;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  async function countForAll(
    db: DbOrTx,
    { name, points, seconds }: Limit & { readonly name: LimitName },
    key: string,
  ): Promise<number | null> {
    const { rows } = await sql<{ spent: number; left_ms: number }>`
      insert into rate_limit as held (key, spent, ends_at)
      values (${hashOf(name, key)}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        spent = case when held.ends_at <= clock_timestamp() then 1 else held.spent + 1 end,
        ends_at = case when held.ends_at <= clock_timestamp() then excluded.ends_at else held.ends_at end
      returning spent, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left_ms`.execute(
      db,
    );
    const [row] = rows;
    return row && row.spent > points ? row.left_ms : null;
  }

  const countedKey = (name: LimitName, key: string): string =>
    name.startsWith('address-') ? rateLimitKeyOf(key) : key;

  function waitMs(name: LimitName, key: string, db: DbOrTx): Promise<number | null> {
    const counted = countedKey(name, key);
    const limit: Limit = LIMITS[name];
    return limit.isShared ? countForAll(db, { ...limit, name }, counted) : countHere(name, counted);
  }

  return {
    async spend(name, key, tx) {
      const leftMs = await waitMs(name, key, tx?.db ?? database);
      if (leftMs === null) return;
      throw new AppError(429, 'too-many', { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
    },
    isWithin: async (name, key, tx) => (await waitMs(name, key, tx?.db ?? database)) === null,
    async giveBack(name, key) {
      const [counted, limit] = [countedKey(name, key), LIMITS[name] as Limit];
      if (limit.isShared)
        await sql`update rate_limit set spent = spent - 1
          where key = ${hashOf(name, counted)} and spent > 0`.execute(database);
      else await own.get(name)?.reward(counted);
    },
  };
}
