import type { CronJob, Job } from '#server/platform/jobs.ts';
import type { Listings } from './listings.service.ts';

const EXPIRE = 'expire_listings';

/** The background work of listings, by name. */
export function listingJobs(listings: Listings): Readonly<Record<string, Job>> {
  return { [EXPIRE]: () => listings.expireOverdue() };
}

/** The feed leaves out what is over by itself; this brings its status after it, each minute. */
export const listingCron: readonly CronJob[] = [{ job: EXPIRE, match: '* * * * *' }];
