import { AppError, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { makeFairLimit } from '#server/platform/concurrency-limit.ts';
import { authOf } from './better-auth.ts';
import { rateLimitKeyOf } from '#server/platform/http/rate-limits.ts';
import { plainForm } from '@openlarder/domain/kernel/text-characters.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Hashing a password takes 0.1 s of a core and 16 MB: more at a time would starve the rest. Known people have one more. */
const CONCURRENCY = 2;
const QUEUED = 50;

/** Who asks for a hash: a network address, or the key of a known caller (a person's id, a device that knows the account). */
export type HashingFrom = { readonly address: string } | { readonly known: string };

/** Limits password hashing, with 50 waiting, fairly by key; others are refused with 429. */
export const makeHashingLimit = (maxConcurrent = CONCURRENCY) =>
  makeFairLimit({
    maxConcurrent,
    maxWaiting: QUEUED,
    refusal: () => new AppError(429, 'too-many.sign-ins', { retryAfterSeconds: 5 }),
  });

const hashingLimits = perApp(() => ({ strangers: makeHashingLimit(), known: makeHashingLimit(1) }));

/**
 * Runs work that hashes a password within the limit of the app. Waiting calls take turns by `from`, so that many calls
 * from one source do not delay the others; those of known people wait in a line that strangers cannot fill.
 */
export const withHashingLimit = <Result>(
  ctx: AppContext,
  from: HashingFrom,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { strangers, known } = hashingLimits(ctx);
  return 'known' in from ? known(from.known, work) : strangers(rateLimitKeyOf(from.address), work);
};

export async function hashPassword(ctx: AppContext, from: HashingFrom, password: string): Promise<string> {
  const { password: hashing } = await authOf(ctx).$context;
  return withHashingLimit(ctx, from, () => hashing.hash(password));
}

export async function verifyPassword(
  ctx: AppContext,
  from: HashingFrom,
  { hash, password }: { readonly hash: string; readonly password: string },
): Promise<boolean> {
  const { password: hashing } = await authOf(ctx).$context;
  return withHashingLimit(ctx, from, () => hashing.verify({ hash, password }));
}

/** Those that leaks show most often, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** One character, or a few, again and again. */
const REPEATED = /^(?:(.{1,4})\1*)?$/su;
/** What is put behind a word, as most do where a digit and a sign are demanded. */
const ENDING = /[^\p{L}]{1,4}$/u;

/** Whether each character follows the one before, or each comes before it; 0 also follows 9. */
function isSequence(plain: string): boolean {
  const codes = Array.from(plain.replace(/90$/, '9:').replace(/^09/, ':9'), (one) => one.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, nth) => code - (codes[nth] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/**
 * Whether a guess would begin with it: a few characters again and again or in a row, or among the commonest, in any case,
 * digits and spacing, and with up to four digits or signs behind. Invisible characters count for nothing.
 */
function isGuessable(password: string): boolean {
  const plain = plainForm(password).toLowerCase().replaceAll(/\s+/gu, '');
  return (
    REPEATED.test(plain) || isSequence(plain) || COMMON.has(plain) || COMMON.has(plain.replace(ENDING, ''))
  );
}

/** Refuses a new password that is easily guessed, with 422 on its field; one in use keeps working. */
export function requireHardToGuess(field: 'password' | 'newPassword', password: string): void {
  if (isGuessable(password)) throw unprocessable({ [field]: errorText('guessable-password') });
}
