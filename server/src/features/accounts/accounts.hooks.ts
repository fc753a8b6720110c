import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/**
 * Ends what is open and forgets the person, in the transaction that closes their account. Idempotent: it runs twice,
 * and the second run ends only what was added in between. Handlers run in the order of the locks, see
 * modules.ts: requests, claims, listings, conversations, and what depends on the person alone.
 */
export const onAccountClosed =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onAccountClosed');

/** Ends what a stranger who knew the old password may hold besides sessions, when a person changes or resets it. */
export const onPasswordChanged =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onPasswordChanged');

/** What a later feature keeps about a person. */
export type PersonExport = {
  /** The key of this part of the export. */
  readonly name: string;
  /** Reads everything kept about the person as plain data: no secret of another person, no code, token or hash. */
  readonly read: (ctx: AppContext, personId: string) => Promise<unknown>;
};

export const personExport = defineHook<PersonExport>('personExport');
