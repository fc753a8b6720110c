import { plural, t } from '@lingui/core/macro';
import { MAX_RECONNECT_ATTEMPTS } from '@openlarder/domain/live/live-protocol.ts';
import type { LivePhase } from '#web/live/live-state.ts';

/** For how many people it is. */
export const householdWords = (householdSize: number): string =>
  plural(householdSize, { one: '# person', other: '# people' });

/** Why news do not arrive by themselves. */
export const lineErrorWords = (phase: LivePhase): string =>
  phase === 'failed'
    ? t`Failed to reconnect after ${MAX_RECONNECT_ATTEMPTS} attempts`
    : t`WebSocket connection failed`;
