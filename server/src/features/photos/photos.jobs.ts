import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Photos } from './photos.service.ts';

export const photoJobs = (photos: Photos): Record<string, Job> => ({
  'purge-unattached-photos': () => photos.purgeUnattached(),
  'purge-orphan-photos': () => photos.purgeOrphans(),
});

export const photoCron: readonly CronEntry[] = [
  { job: 'purge-unattached-photos', match: '17 * * * *' },
  { job: 'purge-orphan-photos', match: '37 3 * * *' },
];
