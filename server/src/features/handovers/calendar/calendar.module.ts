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
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as calendar from './calendar.service.ts';

const AS_CALENDAR = { 'content-type': 'text/calendar; charset=utf-8' };

function bindCalendarRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(
    http,
    contract.getPickupCalendar,
    schemas.getPickupCalendarSpec,
    async ({ caller, params }) => {
      const { content, fileName } = await calendar.pickupFile(ctx, caller, params.id);
      const disposition = `attachment; filename="${fileName}"`;
      return reply(200, content, { ...AS_CALENDAR, 'content-disposition': disposition });
    },
  );
  bindEndpoint(http, contract.readCalendarFeed, schemas.readCalendarFeedSpec, async ({ params }) =>
    reply(200, await calendar.feedFile(ctx, params.token), AS_CALENDAR),
  );
  bindEndpoint(http, contract.getCalendarFeed, schemas.getCalendarFeedSpec, async ({ caller }) =>
    reply(200, { url: await calendar.feedAddress(ctx, caller) }),
  );
  bindEndpoint(http, contract.createCalendarFeed, schemas.createCalendarFeedSpec, async ({ caller }) =>
    reply(200, { url: await calendar.createFeedAddress(ctx, caller) }),
  );
  bindEndpoint(http, contract.revokeCalendarFeed, schemas.revokeCalendarFeedSpec, async ({ caller }) => {
    await calendar.revokeFeedAddress(ctx, caller);
    return reply(204, null);
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
