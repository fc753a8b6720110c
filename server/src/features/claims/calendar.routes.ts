import * as contract from '@openlarder/domain/claims/calendar-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Calendar } from './calendar.service.ts';

const AS_CALENDAR = { 'content-type': 'text/calendar; charset=utf-8' };
const AS_FILE = { ...AS_CALENDAR, 'content-disposition': 'attachment; filename="pickup.ics"' };

export function bindCalendarRoutes(app: FastifyInstance, calendar: Calendar): void {
  bindEndpoint(app, contract.getPickupCalendar, async ({ caller, params }) =>
    answer(200, await calendar.pickupFile(caller, params.id), AS_FILE),
  );
  bindEndpoint(app, contract.readCalendarFeed, async ({ params }) =>
    answer(200, await calendar.feedFile(params.token), AS_CALENDAR),
  );
  bindEndpoint(app, contract.getCalendarFeed, async ({ caller }) =>
    answer(200, { url: await calendar.feedAddress(caller) }),
  );
  bindEndpoint(app, contract.makeCalendarFeed, async ({ caller }) =>
    answer(200, { url: await calendar.makeFeedAddress(caller) }),
  );
  bindEndpoint(app, contract.revokeCalendarFeed, async ({ caller }) => {
    await calendar.revokeFeedAddress(caller);
    return answer(204, null);
  });
}
