import { liveTopic } from '#server/platform/live/live-topic.ts';
import { ACCOUNT_CHANGED, type AccountChanged } from './lifecycle/account-status.ts';

/** What those who run the community changed about somebody, for that person's tabs. */
export const accountTopics = [
  liveTopic<AccountChanged>()({
    kind: ACCOUNT_CHANGED,
    audience: ({ personId }) => ({ people: [personId] }),
    message: () => ({ type: 'account_changed' }),
  }),
];
