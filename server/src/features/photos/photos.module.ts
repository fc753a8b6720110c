import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindPhotoRoutes } from './photos.routes.ts';
import * as photos from './photos.service.ts';
import { purgeOrphans, purgeUnattached } from './photos.service.ts';

export const photosModule: FeatureModule = {
  routes: bindPhotoRoutes,
  tasks: {
    'purge-unattached-photos': { run: purgeUnattached, schedule: '17 * * * *' },
    'purge-orphan-photos': { run: purgeOrphans, schedule: '37 3 * * *' },
  },
  hooks: [
    accountHooks.onAccountClosed.handler(photos.closePerson),
    accountHooks.personExport.handler({ name: 'photos', read: photos.exportPerson }),
  ],
};
