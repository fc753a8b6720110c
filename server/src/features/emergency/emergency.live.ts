import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { FrameHandlers } from '#server/platform/live-topic.ts';

/** The sockets at which a donor is there for alerts. */
export const EMERGENCY_DONORS = 'emergency-donors';

/** A donor says on a socket that they are there for alerts, or not any more. */
export function emergencyFrames(alerting: {
  readonly isDonor: (personId: string) => Promise<boolean>;
}): Pick<FrameHandlers<ClientMessage>, 'register_emergency_donor' | 'unregister_emergency_donor'> {
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
