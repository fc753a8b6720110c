import { AppError } from '@openlarder/domain/kernel/app-error.ts';

/** Hashing a password takes a processor for a tenth of a second and 16 MB: more at once would starve the rest. */
const CONCURRENCY = 2;
const QUEUED = 50;

/** Runs what hashes passwords, two at a time with 50 waiting; further ones are refused with 429. */
export function makeHashingLimit() {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= CONCURRENCY) {
      if (waiting.length >= QUEUED)
        throw new AppError(
          429,
          'too-many',
          'Many people are signing in right now. Please try again in a moment.',
          {
            retryAfterSeconds: 5,
          },
        );
      // whoever leaves hands its turn over, so `running` stays as it is
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
