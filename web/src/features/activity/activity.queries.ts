import { listActivity, listUserActivity } from '@openlarder/domain/activity/activity-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The community's latest activity. */
export const activityQuery = (limit: number) => endpointQuery(listActivity, { query: { limit } });
/** A person's own. */
export const userActivityQuery = (userId: string, limit: number) =>
  endpointQuery(listUserActivity, { params: { userId }, query: { limit } });
