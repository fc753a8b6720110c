import * as contract from '@openlarder/domain/handovers/calendar-contract.ts';
import * as schemas from '@openlarder/domain/handovers/calendar-schemas.ts';
import type { FastifyInstance } from 'fastify';
import {
  onAccountClosed,
  onPasswordChanged,
  personExport,
} from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import * as calendar from './calendar.service.ts';

const AS_CALENDAR = { 'content-type': 'text/calendar; charset=utf-8' };

function bindCalendarRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    getPickupCalendar: async ({ caller, params }) => {
      const { content, fileName } = await calendar.pickupFile(ctx, caller, params.id);
      const disposition = `attachment; filename="${fileName}"`;
      return reply(200, content, { ...AS_CALENDAR, 'content-disposition': disposition });
    },
    readCalendarFeed: async ({ params }) =>
      reply(200, await calendar.feedFile(ctx, params.token), AS_CALENDAR),
    getCalendarFeed: async ({ caller }) => ({ url: await calendar.feedAddress(ctx, caller) }),
    createCalendarFeed: async ({ caller }) => ({ url: await calendar.createFeedAddress(ctx, caller) }),
    revokeCalendarFeed: ({ caller }) => calendar.revokeFeedAddress(ctx, caller),
  });
}

export const calendarModule: FeatureModule = {
  routes: bindCalendarRoutes,
  hooks: [
    onAccountClosed.handler(calendar.closePerson),
    onPasswordChanged.handler(calendar.endFeed),
    personExport.handler({ name: 'calendar', read: calendar.exportPerson }),
  ],
};
