import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import * as messagingHooks from '#server/features/messaging/messaging.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { liveTopic, type Replayed } from '#server/platform/live/live-topic.ts';
import { HANDOVER_CHANGED, type HandoverChanged } from './handovers.events.ts';
import { bindHandoverRoutes } from './handovers.routes.ts';
import * as handovers from './handovers.service.ts';

export const handoversModule: FeatureModule = {
  name: 'handovers',
  routes: bindHandoverRoutes,
  // each run looks for all handovers that are due: the next one makes up for a missed minute
  tasks: {
    expire_handovers: { run: handovers.expireHandovers, schedule: '* * * * *' },
    remind_of_pickups: { run: handovers.sendPickupReminders, schedule: '* * * * *' },
    ask_on_my_way: { run: handovers.sendOnMyWayQuestions, schedule: '* * * * *' },
    ask_about_handovers: { run: handovers.sendHandoverQuestions, schedule: '* * * * *' },
  },
  topics: (ctx) => [
    liveTopic<HandoverChanged>()({
      kind: HANDOVER_CHANGED,
      audience: ({ people }) => ({ people }),
      message: ({ people, ...data }, viewer) =>
        people.includes(viewer.userId) ? { type: 'handover_update', data } : null,
      replay: (changes, { userId }) => replayHandovers(ctx, userId, changes),
    }),
  ],
  hooks: [
    accountHooks.onAccountClosed.handler(handovers.closePerson),
    accountHooks.foodGiven.handler(handovers.foodGiven),
    messagingHooks.hasOpenHandover.handler(handovers.hasOpenHandover),
    messagingHooks.peopleMet.handler(handovers.metBy),
    moderationHooks.onPersonBlocked.handler(handovers.endHandoversBetween),
  ],
};

/** Changes of handovers with people who are still there, with the present status. */
async function replayHandovers(
  ctx: AppContext,
  personId: string,
  changes: readonly HandoverChanged[],
): Promise<Replayed[]> {
  const inSight = await moderation.tiesInSight(
    ctx,
    personId,
    changes.map(({ handoverId, people }) => ({
      id: handoverId,
      otherId: people.find((id) => id !== personId) ?? personId,
    })),
  );
  const statuses = await handovers.handoverStatuses(
    ctx,
    changes.map(({ handoverId }) => handoverId),
  );
  return changes.map(({ handoverId, conversationId }) => {
    const status = statuses.get(handoverId);
    if (!status || !inSight.has(handoverId)) return 'withheld';
    return { type: 'handover_update', data: { handoverId, conversationId, status } };
  });
}
