import * as calendarContract from '@openlarder/domain/handovers/calendar-contract.ts';
import * as calendarSchemas from '@openlarder/domain/handovers/calendar-schemas.ts';
import * as contract from '@openlarder/domain/handovers/handover-contract.ts';
import * as schemas from '@openlarder/domain/handovers/handover-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import * as messagingHooks from '#server/features/messaging/messaging.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { acceptTime, proposeTime } from './agreed-time/agree-time.ts';
import { handoverMailTexts } from './handovers-texts.ts';
import { foodGiven, getHandover, hasOpenHandover, metBy } from './handovers.queries.ts';
import { closePerson, endHandoversBetween, expireHandovers } from './lifecycle/end-all-handovers.ts';
import {
  completeHandover,
  confirmComing,
  disputeHandover,
  releaseHandover,
  reportNoShow,
  revealAddress,
  sayOnMyWay,
} from './lifecycle/handover-actions.ts';
import { tellName, thankForHandover } from './lifecycle/after-handover.ts';
import { sendHandoverQuestions, sendOnMyWayQuestions, sendPickupReminders } from './reminders/reminders.ts';
import * as calendar from './calendar/calendar.service.ts';

function bindHandoverRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    getHandover: ({ caller, params }) => getHandover(ctx, caller, params.id),
    proposeTime: ({ caller, params, body }) => proposeTime(ctx, caller, params.id, new Date(body.time)),
    acceptTime: ({ caller, params, body }) => acceptTime(ctx, caller, params.id, new Date(body.time)),
    confirmComing: ({ caller, params }) => confirmComing(ctx, caller, params.id),
    sayOnMyWay: ({ caller, params }) => sayOnMyWay(ctx, caller, params.id),
    revealAddress: ({ caller, params, body }) => revealAddress(ctx, caller, params.id, body ?? {}),
    releaseHandover: ({ caller, params, body }) =>
      releaseHandover(ctx, caller, params.id, body?.reason ?? null),
    completeHandover: ({ caller, params, body }) =>
      completeHandover(ctx, caller, params.id, body?.code ?? null, body?.servings ?? null),
    thankForHandover: ({ caller, params, body }) =>
      thankForHandover(ctx, caller, params.id, body?.note ?? ''),
    tellName: ({ caller, params }) => tellName(ctx, caller, params.id),
    reportNoShow: ({ caller, params }) => reportNoShow(ctx, caller, params.id),
    disputeHandover: ({ caller, params, body }) =>
      disputeHandover(ctx, caller, params.id, body?.details ?? ''),
  });
}

const AS_CALENDAR = { 'content-type': 'text/calendar; charset=utf-8' };

function bindCalendarRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, calendarContract, calendarSchemas, {
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

export const handoversModule: FeatureModule = {
  routes(http, ctx) {
    bindHandoverRoutes(http, ctx);
    bindCalendarRoutes(http, ctx);
  },
  // each run looks for all handovers that are due: the next one makes up for a missed minute
  tasks: {
    expire_handovers: { run: expireHandovers, schedule: '* * * * *' },
    remind_of_pickups: { run: sendPickupReminders, schedule: '* * * * *' },
    ask_on_my_way: { run: sendOnMyWayQuestions, schedule: '* * * * *' },
    ask_about_handovers: { run: sendHandoverQuestions, schedule: '* * * * *' },
  },
  hooks: [
    notificationMails.handler({
      texts: handoverMailTexts,
      // a conversation: a public place was named, and the address stays private
      nameOf: ({ kind, subject }) =>
        kind === 'place_shared' && subject.type === 'conversation' ? 'meeting_point_named' : kind,
    }),
    accountHooks.onAccountClosed.handler(closePerson),
    accountHooks.onAccountClosed.handler(calendar.endFeed),
    accountHooks.onPasswordChanged.handler(calendar.endFeed),
    accountHooks.personExport.handler({ name: 'calendar', read: calendar.exportPerson }),
    accountHooks.foodGiven.handler(foodGiven),
    messagingHooks.hasOpenHandover.handler(hasOpenHandover),
    messagingHooks.peopleMet.handler(metBy),
    moderationHooks.onPersonBlocked.handler(endHandoversBetween),
  ],
};
