import type { TxContext } from '#server/platform/app-context.ts';

/** People were asked about their surplus, or one of them has answered, or changed it. */
const SURPLUS_CHANGED = 'surplus_changed';
export type SurplusChanged = { readonly personIds: readonly string[] };

export const announceSurplus = (tx: TxContext, personIds: readonly string[]): Promise<void> =>
  tx.eventLog.append(tx, SURPLUS_CHANGED, { personIds } satisfies SurplusChanged, {
    topics: ['surplus'],
    people: personIds,
  });
