import type { TxContext } from '#server/platform/app-context.ts';

/**
 * The event for changes of an account that the person's other devices show: paused, resumed, verified, vouched for,
 * admin, discreet.
 */
const ACCOUNT_CHANGED = 'account_changed';
type AccountChanged = { readonly personId: string };

export const announceAccount = (tx: TxContext, personId: string): Promise<void> =>
  tx.eventLog.append(tx, ACCOUNT_CHANGED, { personId } satisfies AccountChanged, {
    topics: ['account', 'limits'],
    people: [personId],
  });
