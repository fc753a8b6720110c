import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { Db } from '#server/db/database.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveTopic,
  liveTopic,
} from '#server/platform/live/live-topic.ts';
import type { Alerting } from './alerts/alerts.ts';
import {
  REQUEST_ALERTED,
  REQUEST_CHANGED,
  type RequestAlerted,
  type RequestChanged,
} from './emergency.events.ts';

/** The sockets at which a donor is there for alerts. */
const EMERGENCY_DONORS = 'emergency-donors';

/** Made once for all who hear of a change. */
type Change = {
  readonly blocked: ReadonlySet<string>;
  readonly alerted: ReadonlySet<string>;
  readonly toAlerted: LiveMessage;
  readonly toOthers: LiveMessage;
};

/** What a change is called for who was alerted; all others hear of it as of any change on the map. */
const TOLD_TO_ALERTED = { matched: 'emergency_matched', fulfilled: 'emergency_fulfilled' } as const;
const toldToAlerted = (status: RequestChanged['status']) =>
  status === 'matched' || status === 'fulfilled' ? TOLD_TO_ALERTED[status] : 'heat_map_update';

/** Requests for food at the sockets: an alert for the donors of its wave, and what becomes of a request. */
export function emergencyTopics(parts: {
  readonly db: Db;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
  readonly alerting: Pick<Alerting, 'currentAlerts'>;
}): LiveTopic[] {
  const { db, moderation, alerting } = parts;
  return [
    liveTopic<RequestAlerted>()({
      kind: REQUEST_ALERTED,
      audience: ({ donorIds }) => ({ people: donorIds }),
      prepare: (alerted) => alerting.currentAlerts(alerted),
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
          blocked: await moderation.blockedWith(db, requesterId),
          alerted: new Set(alertedIds),
          toAlerted: { type: toldToAlerted(status), data },
          toOthers: { type: 'heat_map_update', data },
        };
      },
      message({ requesterId }, { userId, groups }, { blocked, alerted, toAlerted, toOthers }) {
        if (blocked.has(userId)) return null;
        const isThere = groups.has(EMERGENCY_DONORS) && userId !== requesterId;
        return isThere && alerted.has(userId) ? toAlerted : toOthers;
      },
    }),
  ];
}

/** A donor says on a socket that they are there for alerts, or not any more. */
export function emergencyFrames(
  alerting: Pick<Alerting, 'isDonor'>,
): Pick<FrameHandlers<ClientMessage>, 'register_emergency_donor' | 'unregister_emergency_donor'> {
  return {
    async register_emergency_donor(_frame, { userId }, line) {
      if (!(await alerting.isDonor(userId))) return 'Only donors answer requests.';
      line.join(EMERGENCY_DONORS);
      return null;
    },
    async unregister_emergency_donor(_frame, _viewer, line) {
      line.leave(EMERGENCY_DONORS);
      return null;
    },
  };
}
