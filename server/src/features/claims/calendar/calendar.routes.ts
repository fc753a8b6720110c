import * as contract from '@openlarder/domain/claims/calendar-contract.ts';
import * as schemas from '@openlarder/domain/claims/calendar-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Calendar } from './calendar.service.ts';

const AS_CALENDAR = { 'content-type': 'text/calendar; charset=utf-8' };
const AS_FILE = { ...AS_CALENDAR, 'content-disposition': 'attachment; filename="pickup.ics"' };

export function bindCalendarRoutes(app: FastifyInstance, calendar: Calendar): void {
  bindEndpoint(app, contract.getPickupCalendar, schemas.getPickupCalendarSpec, async ({ caller, params }) =>
    reply(200, await calendar.pickupFile(caller, params.id), AS_FILE),
  );
  bindEndpoint(app, contract.readCalendarFeed, schemas.readCalendarFeedSpec, async ({ params }) =>
    reply(200, await calendar.feedFile(params.token), AS_CALENDAR),
  );
  bindEndpoint(app, contract.getCalendarFeed, schemas.getCalendarFeedSpec, async ({ caller }) =>
    reply(200, { url: await calendar.feedAddress(caller) }),
  );
  bindEndpoint(app, contract.makeCalendarFeed, schemas.makeCalendarFeedSpec, async ({ caller }) =>
    reply(200, { url: await calendar.makeFeedAddress(caller) }),
  );
  bindEndpoint(app, contract.revokeCalendarFeed, schemas.revokeCalendarFeedSpec, async ({ caller }) => {
    await calendar.revokeFeedAddress(caller);
    return reply(204, null);
  });
}
