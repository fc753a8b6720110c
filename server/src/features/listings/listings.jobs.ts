import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Listings } from './listings.service.ts';

const EXPIRE = 'expire_listings';
const FORGET_WORDS = 'forget_unused_words';

/** The background work of listings, by name. */
export function listingJobs(listings: Listings): Readonly<Record<string, Job>> {
  return {
    [EXPIRE]: () => listings.expireOverdue(),
    [FORGET_WORDS]: () => listings.deleteUnusedSearchWords(),
  };
}

/** The feed leaves out what is over by itself; the first brings its status after it, each minute. */
export const listingCron: readonly CronEntry[] = [
  { job: EXPIRE, match: '* * * * *' },
  { job: FORGET_WORDS, match: '17 4 * * *' },
];
