import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { authOf } from './better-auth.ts';

/** Hashing a password takes 0.1 s of a core and 16 MB: more at once would starve the rest. */
const CONCURRENCY = 2;
const QUEUED = 50;

/** Limits password hashing to two at a time with 50 waiting; further calls are refused with 429. */
export function makeHashingLimit() {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= CONCURRENCY) {
      if (waiting.length >= QUEUED) throw new AppError(429, 'too-many.sign-ins', { retryAfterSeconds: 5 });
      // a finished call hands its place over, so `running` stays
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Limits work that hashes a password, for the whole app. */
export const hashingLimit = perApp(makeHashingLimit);

export async function hashPassword(ctx: AppContext, password: string): Promise<string> {
  const { password: hashing } = await authOf(ctx).$context;
  return hashingLimit(ctx)(() => hashing.hash(password));
}

export async function isPassword(ctx: AppContext, hash: string, password: string): Promise<boolean> {
  const { password: hashing } = await authOf(ctx).$context;
  return hashingLimit(ctx)(() => hashing.verify({ hash, password }));
}
