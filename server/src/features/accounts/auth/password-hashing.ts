import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { makeFairLimit } from '#server/platform/concurrency-limit.ts';
import { rateLimitKeyOf } from '#server/platform/http/network-address.ts';
import { authOf } from './better-auth.ts';

/** Hashing a password takes 0.1 s of a core and 16 MB: more at a time would starve the rest. */
const CONCURRENCY = 2;
const QUEUED = 50;

/** Limits password hashing to two at a time with 50 waiting, fairly by key; others are refused with 429. */
export const makeHashingLimit = () =>
  makeFairLimit({
    maxConcurrent: CONCURRENCY,
    maxWaiting: QUEUED,
    refusal: () => new AppError(429, 'too-many.sign-ins', { retryAfterSeconds: 5 }),
  });

const hashingLimit = perApp(makeHashingLimit);

/**
 * Runs work that hashes a password within the limit of the app. Waiting calls take turns by `from`, a network address
 * or a signed-in person's id, so that many calls from one source do not delay the others.
 */
export const withHashingLimit = <Result>(
  ctx: AppContext,
  from: string,
  work: () => Promise<Result>,
): Promise<Result> => hashingLimit(ctx)(rateLimitKeyOf(from), work);

export async function hashPassword(ctx: AppContext, from: string, password: string): Promise<string> {
  const { password: hashing } = await authOf(ctx).$context;
  return withHashingLimit(ctx, from, () => hashing.hash(password));
}

export async function verifyPassword(
  ctx: AppContext,
  from: string,
  { hash, password }: { readonly hash: string; readonly password: string },
): Promise<boolean> {
  const { password: hashing } = await authOf(ctx).$context;
  return withHashingLimit(ctx, from, () => hashing.verify({ hash, password }));
}
