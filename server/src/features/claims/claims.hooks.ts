import type { TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/** The end of a claim that answers a request for food. */
export type RequestClaimEnd = {
  readonly requestId: string;
  readonly claimId: string;
  /** Whether the food has changed hands. */
  readonly outcome: 'completed' | 'let_go';
  /** Null if time ended it, or one side's confirmation alone. */
  readonly endedById: string | null;
};

/** What claims need of the requests for food that they answer. */
export type RequestClaimHandler = {
  /** Locks the request until the transaction ends; requests are locked before listings. */
  readonly lockRequest: (tx: TxContext, requestId: string) => Promise<void>;
  /** Lets the request follow its claim, after both people were told. The transaction has locked the request. */
  readonly onClaimEnded: (tx: TxContext, end: RequestClaimEnd) => Promise<void>;
};

export const requestClaimHook = defineHook<RequestClaimHandler>('requestClaimHook');
