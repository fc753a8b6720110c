import type { AskedQuestion, GivenFood } from '@openlarder/domain/accounts/standing.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';

/**
 * Ends what is open and forgets the person, in the transaction that closes their account. Idempotent: it runs twice,
 * and the second run ends only what was added in between. Handlers run in the order of the locks, see
 * modules.ts: requests, claims, listings, conversations, and what depends on the person alone.
 */
export const onAccountClosed =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onAccountClosed');

/**
 * Boards show a person, or show them no longer: `leaderboardVisible` was switched, or their account is closed. The person
 * is locked, and nothing of others is locked afterwards.
 */
export const onBoardVisibility =
  defineHook<(tx: TxContext, personId: string, isShown: boolean) => Promise<void>>('onBoardVisibility');

/** Ends what a stranger who knew the old password may hold besides sessions, when a person changes or resets it. */
export const onPasswordChanged =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onPasswordChanged');

/** Who asked for food without a name, as far as the one who helps may know. */
export type AnonymousPerson = {
  readonly requestId: string;
  /** Null where the person did not want it shown. */
  readonly firstName: string | null;
  readonly isClosed: boolean;
};

/**
 * Which of these conversations, claims, handovers and requests, by id, are about a request of a person whom the viewer
 * helps or has helped and has not met: nothing in them may lead to the person.
 */
export const anonymousPeople =
  defineHook<
    (
      ctx: AppContext,
      viewerId: string,
      subjectIds: readonly string[],
    ) => Promise<ReadonlyMap<string, AnonymousPerson>>
  >('anonymousPeople');

/** What these people gave until a time, by person; absent for those who gave nothing. */
export const foodGiven =
  defineHook<
    (ctx: AppContext, personIds: readonly string[], until: Date) => Promise<ReadonlyMap<string, GivenFood>>
  >('foodGiven');

/** The last questions about the food of these people in a time, by person; absent for those whom nobody asked. */
export const questionsAsked =
  defineHook<
    (
      ctx: AppContext,
      personIds: readonly string[],
      within: { readonly from: Date; readonly until: Date },
    ) => Promise<ReadonlyMap<string, readonly AskedQuestion[]>>
  >('questionsAsked');

/** What a later feature keeps about a person. */
export type PersonExport = {
  /** The key of this part of the export. */
  readonly name: string;
  /** Reads everything kept about the person as plain data: no secret of another person, no code, token or hash. */
  readonly read: (ctx: AppContext, personId: string) => Promise<unknown>;
};

export const personExport = defineHook<PersonExport>('personExport');
