import {
  onAccountClosed,
  onPasswordChanged,
  personExport,
} from '#server/features/accounts/accounts.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindCalendarRoutes } from './calendar.routes.ts';
import * as calendar from './calendar.service.ts';

export const calendarModule: FeatureModule = {
  name: 'calendar',
  routes: bindCalendarRoutes,
  hooks: [
    onAccountClosed.handler(calendar.closePerson),
    onPasswordChanged.handler(calendar.endFeed),
    personExport.handler({ name: 'calendar', read: calendar.exportPerson }),
  ],
};
