import { markOfArea } from '@openlarder/domain/emergency/request-areas.ts';
import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import { donorsAmong, isDonor } from '#server/features/accounts/profile/person-queries.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveTopic,
  liveTopic,
  type Replayed,
  type Viewer,
} from '#server/platform/live/live-topic.ts';
import { alertFor, currentAlerts } from './alerts/alerts.ts';
import {
  REQUEST_ALERTED,
  REQUEST_CHANGED,
  type RequestAlerted,
  type RequestChanged,
} from './emergency.events.ts';
import { readableOpenRequests, requestsOpenTo } from './requests/request-queries.ts';

/** The group of sockets that are registered for alerts. */
const EMERGENCY_DONORS = 'emergency-donors';

/** Computed once for all receivers of a change. */
type Change = {
  readonly alerted: ReadonlySet<string>;
  readonly toAlerted: LiveMessage;
  /** To requester and helper, and alerted donors who are not registered. */
  readonly toConcerned: LiveMessage;
  /** To everyone else: the area of the change, without the request. */
  readonly toOthers: LiveMessage;
};

/** The message types of a change for alerted donors; all others get it as a change on the map. */
const TYPE_FOR_ALERTED = { matched: 'emergency_matched', fulfilled: 'emergency_fulfilled' } as const;
const typeForAlerted = (status: RequestChanged['status']) =>
  status === 'matched' || status === 'fulfilled' ? TYPE_FOR_ALERTED[status] : 'heat_map_update';

const areaChange = (area: RequestChanged['area']): LiveMessage => ({
  type: 'heat_map_update',
  data: { bounds: area ? [...area.bounds] : [] },
});

/**
 * Alerts for the donors of a wave, and changes of a request for everyone it concerns. Blocks are ignored: a missing
 * event would reveal who the requester is.
 */
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
      replay: (alerted, viewer) => replayAlerts(ctx, alerted, viewer),
    }),
    liveTopic<RequestChanged>()<Change>({
      kind: REQUEST_CHANGED,
      audience: ({ requesterId, helperId, alertedIds, area }) => ({
        people: [requesterId, ...(helperId === null ? [] : [helperId]), ...alertedIds],
        // a request of the community as a whole concerns all who look at any map
        at: area && markOfArea(area),
      }),
      async prepare({ requestId, status, area, alertedIds }) {
        const data = { requestId, status };
        return {
          alerted: new Set(alertedIds),
          toAlerted: { type: typeForAlerted(status), data },
          toConcerned: { type: 'heat_map_update', data },
          toOthers: areaChange(area),
        };
      },
      message({ requesterId, helperId }, { userId, groups }, { alerted, toAlerted, toConcerned, toOthers }) {
        const isAlerted = alerted.has(userId) && userId !== requesterId;
        if (isAlerted && groups.has(EMERGENCY_DONORS)) return toAlerted;
        return isAlerted || userId === requesterId || userId === helperId ? toConcerned : toOthers;
      },
      replay: (changes, viewer) => replayRequests(ctx, changes, viewer),
    }),
  ];
}

/** The alerts of a donor to requests that are still open to them in the same round; none if switched off in the app. */
async function replayAlerts(
  ctx: AppContext,
  alerted: readonly RequestAlerted[],
  { userId, groups }: Viewer,
): Promise<Replayed[]> {
  const isTold =
    groups.has(EMERGENCY_DONORS) &&
    (await donorsAmong(ctx, [userId])).has(userId) &&
    !(await notifications.mutedAlertsAmong(ctx, [userId])).has(userId);
  const ids = isTold ? alerted.map(({ requestId }) => requestId) : [];
  const open = await requestsOpenTo(ctx, userId, ids);
  return alerted.map(({ requestId, round }) => {
    const request = open.get(requestId);
    if (request?.row.round !== round) return null;
    return { type: 'emergency_alert', data: alertFor(ctx, request.row, request.reach) };
  });
}

const isTheirs = ({ requesterId, helperId }: RequestChanged, personId: string): boolean =>
  personId === requesterId || personId === helperId;

/**
 * Changes of requests that are not over and that the viewer may still read, with their present status; withheld if the
 * request is over, or with another person. Other viewers get the area only.
 */
async function replayRequests(
  ctx: AppContext,
  changes: readonly RequestChanged[],
  { userId, groups }: Viewer,
): Promise<Replayed[]> {
  const isConcerned = (change: RequestChanged): boolean =>
    change.alertedIds.includes(userId) || isTheirs(change, userId);
  const ids = changes.filter(isConcerned).map(({ requestId }) => requestId);
  const readable = await readableOpenRequests(ctx, userId, ids);
  return changes.map((change) => {
    if (!isConcerned(change)) return areaChange(change.area);
    const row = readable.get(change.requestId);
    if (!row) return 'withheld';
    const isRegistered = groups.has(EMERGENCY_DONORS) && row.requester_id !== userId;
    const isAlerted = isRegistered && change.alertedIds.includes(userId);
    return {
      type: isAlerted ? typeForAlerted(row.status) : 'heat_map_update',
      data: { requestId: row.id, status: row.status },
    };
  });
}

/** Registers and unregisters a donor's socket for alerts. */
export function emergencyFrames(
  ctx: AppContext,
): Pick<FrameHandlers<ClientMessage>, 'register_emergency_donor' | 'unregister_emergency_donor'> {
  return {
    async register_emergency_donor(_frame, { userId }, line) {
      if (!(await isDonor(ctx, userId))) return 'donors-only';
      line.join(EMERGENCY_DONORS);
      return null;
    },
    async unregister_emergency_donor(_frame, _viewer, line) {
      line.leave(EMERGENCY_DONORS);
      return null;
    },
  };
}
