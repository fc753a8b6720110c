import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Places } from './places.service.ts';

export const placeJobs = (places: Places): Record<string, Job> => ({
  'forget-former-places': () => places.forgetFormerPlaces(),
});

export const placeCron: readonly CronEntry[] = [{ job: 'forget-former-places', match: '53 4 * * *' }];
