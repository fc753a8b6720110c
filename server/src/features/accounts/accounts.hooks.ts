import type { AskedQuestion, GivenFood } from '@openlarder/domain/accounts/standing.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/**
 * Ends what is open and deletes the person's data, in the transaction that closes their account. Idempotent: it runs
 * twice, and the second run ends only what was added in between. Handlers run in the order of the locks, see
 * modules.ts: requests, claims, listings, conversations, and rows that depend on the person only.
 */
export const onAccountClosed =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onAccountClosed');

/**
 * Called when boards begin or stop to show a person: `leaderboardVisible` was switched, or their account is closed. The
 * person is locked; handlers must not lock rows of other people.
 */
export const onBoardVisibility =
  defineHook<(tx: TxContext, personId: string, isShown: boolean) => Promise<void>>('onBoardVisibility');

/** Called when a verified person or organization has lost the mark by a change, with the names and address before and after. */
export const onMarkLost =
  defineHook<(tx: TxContext, personId: string, change: string) => Promise<void>>('onMarkLost');

/** Called when a person has used an admin's invitation, and is vouched for. */
export const onInvitationAccepted =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onInvitationAccepted');

/**
 * Revokes access besides sessions that a stranger with the old password may have, when a person changes or resets it.
 */
export const onPasswordChanged =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onPasswordChanged');

/** An anonymous requester, as far as their helper may know them; a closed account is not told. */
export type AnonymousPerson = {
  readonly requestId: string;
  /** Null if the person chose not to show it, or has closed their account. */
  readonly firstName: string | null;
};

/**
 * Returns which of these conversations, claims, handovers and requests, by id, are about the request of a person whom
 * the viewer helps or has helped without having met them. They must not identify the person.
 */
export const anonymousPeople =
  defineHook<
    (
      ctx: AppContext,
      viewerId: string,
      subjectIds: readonly string[],
    ) => Promise<ReadonlyMap<string, AnonymousPerson>>
  >('anonymousPeople');

/** What these people gave until a time, by person; people who gave nothing are absent. */
export const foodGiven =
  defineHook<
    (ctx: AppContext, personIds: readonly string[], until: Date) => Promise<ReadonlyMap<string, GivenFood>>
  >('foodGiven');

/**
 * The latest questions about the food of these people in a time span, by person; people without questions are absent.
 */
export const questionsAsked =
  defineHook<
    (
      ctx: AppContext,
      personIds: readonly string[],
      within: { readonly from: Date; readonly until: Date },
    ) => Promise<ReadonlyMap<string, readonly AskedQuestion[]>>
  >('questionsAsked');

/** The data that a later feature stores about a person. */
export type PersonExport = {
  readonly name: string;
  /** Reads all stored data of the person, without secrets of other people, codes, tokens and hashes. */
  readonly read: (ctx: AppContext, personId: string) => Promise<unknown>;
};

export const personExport = defineHook<PersonExport>('personExport');
