import * as contract from '@openlarder/domain/handovers/handover-contract.ts';
import * as schemas from '@openlarder/domain/handovers/handover-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import * as messagingHooks from '#server/features/messaging/messaging.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
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

function bindHandoverRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.getHandover, schemas.getHandoverSpec, async ({ caller, params }) =>
    reply(200, await getHandover(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.proposeTime, schemas.proposeTimeSpec, async ({ caller, params, body }) =>
    reply(200, await proposeTime(ctx, caller, params.id, new Date(body.time))),
  );
  bindEndpoint(http, contract.acceptTime, schemas.acceptTimeSpec, async ({ caller, params, body }) =>
    reply(200, await acceptTime(ctx, caller, params.id, new Date(body.time))),
  );
  bindEndpoint(http, contract.confirmComing, schemas.confirmComingSpec, async ({ caller, params }) =>
    reply(200, await confirmComing(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.sayOnMyWay, schemas.sayOnMyWaySpec, async ({ caller, params }) =>
    reply(200, await sayOnMyWay(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.revealAddress, schemas.revealAddressSpec, async ({ caller, params, body }) =>
    reply(200, await revealAddress(ctx, caller, params.id, body ?? {})),
  );
  bindEndpoint(
    http,
    contract.releaseHandover,
    schemas.releaseHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await releaseHandover(ctx, caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(
    http,
    contract.completeHandover,
    schemas.completeHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await completeHandover(ctx, caller, params.id, body?.code ?? null, body?.servings ?? null)),
  );
  bindEndpoint(
    http,
    contract.thankForHandover,
    schemas.thankForHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await thankForHandover(ctx, caller, params.id, body?.note ?? '')),
  );
  bindEndpoint(http, contract.tellName, schemas.tellNameSpec, async ({ caller, params }) =>
    reply(200, await tellName(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.reportNoShow, schemas.reportNoShowSpec, async ({ caller, params }) =>
    reply(200, await reportNoShow(ctx, caller, params.id)),
  );
  bindEndpoint(
    http,
    contract.disputeHandover,
    schemas.disputeHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await disputeHandover(ctx, caller, params.id, body?.details ?? '')),
  );
}

export const handoversModule: FeatureModule = {
  routes: bindHandoverRoutes,
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
    accountHooks.foodGiven.handler(foodGiven),
    messagingHooks.hasOpenHandover.handler(hasOpenHandover),
    messagingHooks.peopleMet.handler(metBy),
    moderationHooks.onPersonBlocked.handler(endHandoversBetween),
  ],
};
