import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveTopic,
  liveTopic,
} from '#server/platform/live/live-topic.ts';
import { currentAlerts } from './alerts/alerts.ts';
import {
  REQUEST_ALERTED,
  REQUEST_CHANGED,
  type RequestAlerted,
  type RequestChanged,
} from './emergency.events.ts';

/** The group of sockets that are registered for alerts. */
const EMERGENCY_DONORS = 'emergency-donors';

/** Computed once for all receivers of a change. */
type Change = {
  readonly blocked: ReadonlySet<string>;
  readonly alerted: ReadonlySet<string>;
  readonly toAlerted: LiveMessage;
  readonly toOthers: LiveMessage;
};

/** The message types of a change for alerted donors; all others get it as a change on the map. */
const TYPE_FOR_ALERTED = { matched: 'emergency_matched', fulfilled: 'emergency_fulfilled' } as const;
const typeForAlerted = (status: RequestChanged['status']) =>
  status === 'matched' || status === 'fulfilled' ? TYPE_FOR_ALERTED[status] : 'heat_map_update';

/** Alerts for the donors of a wave, and changes of a request for everyone it concerns; never across a block. */
export function emergencyTopics(ctx: AppContext): LiveTopic[] {
  return [
    liveTopic<RequestAlerted>()({
      kind: REQUEST_ALERTED,
      audience: ({ donorIds }) => ({ people: donorIds }),
      prepare: (alerted) => currentAlerts(ctx, alerted),
      message(_alerted, { userId, groups }, alerts) {
        const data = groups.has(EMERGENCY_DONORS) ? alerts.get(userId) : undefined;
        return data ? { type: 'emergency_alert', data } : null;
      },
    }),
    liveTopic<RequestChanged>()<Change>({
      kind: REQUEST_CHANGED,
      audience: ({ requesterId, helperId, alertedIds, point }) => ({
        people: [requesterId, ...(helperId === null ? [] : [helperId]), ...alertedIds],
        at: point,
      }),
      async prepare({ requestId, status, point, requesterId, alertedIds }) {
        const data = { requestId, status, ...point };
        return {
          blocked: await moderation.blockedWith(ctx, requesterId),
          alerted: new Set(alertedIds),
          toAlerted: { type: typeForAlerted(status), data },
          toOthers: { type: 'heat_map_update', data },
        };
      },
      message({ requesterId }, { userId, groups }, { blocked, alerted, toAlerted, toOthers }) {
        if (blocked.has(userId)) return null;
        const isRegistered = groups.has(EMERGENCY_DONORS) && userId !== requesterId;
        return isRegistered && alerted.has(userId) ? toAlerted : toOthers;
      },
    }),
  ];
}

/** Registers and unregisters a donor's socket for alerts. */
export function emergencyFrames(
  ctx: AppContext,
): Pick<FrameHandlers<ClientMessage>, 'register_emergency_donor' | 'unregister_emergency_donor'> {
  return {
    async register_emergency_donor(_frame, { userId }, line) {
      if (!(await accounts.isDonor(ctx, userId))) return 'donors-only';
      line.join(EMERGENCY_DONORS);
      return null;
    },
    async unregister_emergency_donor(_frame, _viewer, line) {
      line.leave(EMERGENCY_DONORS);
      return null;
    },
  };
}
