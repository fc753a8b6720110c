import type { ClientMessage, EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { donorsAmong, isDonor } from '#server/features/accounts/profile/person-queries.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  type FrameHandlers,
  liveMessage,
  type LiveMessage,
  type LiveMessageOf,
} from '#server/platform/live/live-topic.ts';
import { alertFor, currentAlerts, openAlertIds } from './alerts/alerts.ts';
import { requestsOpenTo } from './requests/request-queries.ts';
import {
  REQUEST_ALERTED,
  REQUEST_CHANGED,
  type RequestAlerted,
  type RequestChanged,
} from './emergency.events.ts';

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
export function emergencyMessages(ctx: AppContext): LiveMessageOf[] {
  return [
    liveMessage<RequestAlerted>()({
      kind: REQUEST_ALERTED,
      prepare: (alerted) => currentAlerts(ctx, alerted),
      message(_alerted, { userId, groups }, alerts) {
        const data = groups.has(EMERGENCY_DONORS) ? alerts.get(userId) : undefined;
        return data ? { type: 'emergency_alert', data } : null;
      },
    }),
    liveMessage<RequestChanged>()<Change>({
      kind: REQUEST_CHANGED,
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
    }),
  ];
}

/** The alerts that are open for a donor whom their waves have reached. */
async function openAlerts(ctx: AppContext, donorId: string): Promise<EmergencyAlert[]> {
  const ids = await openAlertIds(ctx, donorId);
  if (ids.length === 0 || !(await donorsAmong(ctx, [donorId])).has(donorId)) return [];
  const open = await requestsOpenTo(ctx, donorId, ids);
  return ids.flatMap((id) => {
    const request = open.get(id);
    return request ? [alertFor(ctx, request.row, request.reach)] : [];
  });
}

/** Registers and unregisters a donor's socket for alerts; those open for them are sent immediately. */
export function emergencyFrames(
  ctx: AppContext,
): Pick<FrameHandlers<ClientMessage>, 'register_emergency_donor' | 'unregister_emergency_donor'> {
  return {
    async register_emergency_donor(_frame, { userId }, line) {
      if (!(await isDonor(ctx, userId))) return 'donors-only';
      line.join(EMERGENCY_DONORS);
      // joined first: an alert that comes meanwhile is told too
      for (const data of await openAlerts(ctx, userId)) line.send({ type: 'emergency_alert', data });
      return null;
    },
    async unregister_emergency_donor(_frame, _viewer, line) {
      line.leave(EMERGENCY_DONORS);
      return null;
    },
  };
}
