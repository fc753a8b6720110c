import { HOOKS } from '#server/modules.ts';
import { type AppBase, type AppContext, makeAppContext } from '#server/platform/app-context.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';

/**
 * A context for use-cases outside of a running server, as the demo and the admin command need it: no limits, no mail,
 * and no sockets to close, since each server detects ended sessions itself.
 */
export function makeOfflineContext(base: AppBase, jobs: AppContext['jobs']): AppContext {
  return makeAppContext({
    ...base,
    jobs,
    eventLog: makeEventLog(base),
    rateLimits: makeRateLimits(null),
    mailer: { send: async () => 'taken' },
    hooks: HOOKS,
  });
}
