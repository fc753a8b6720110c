import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { defineHook } from '#server/platform/hook.ts';
import type { ModerationTables } from './moderation.tables.ts';

type ReportSubjectType = ModerationTables['report']['subject_type'];

/**
 * Ends what is open between two people when the first blocks the second, in the transaction of the block. Handlers run
 * in the order of `LOCK_ORDER` in modules.ts. A handover in which the blocker answers the other's request without
 * knowing who asked stays open; each handler returns the ids of the listings and requests whose places stay revealed
 * for it.
 */
export const onPersonBlocked =
  defineHook<(tx: TxContext, blockerId: string, blockedId: string) => Promise<readonly string[]>>(
    'onPersonBlocked',
  );

/** Blocks a person whom the blocker knows by the id of a request only; 404 for any other id. */
export const blockAnonymous =
  defineHook<(ctx: AppContext, blocker: Caller, requestId: string) => Promise<void>>('blockAnonymous');

/**
 * Blocks a helper who does not know the blocker, by the requests that they answered; returns false if there are none,
 * or if they know the blocker otherwise.
 */
export const blockHelper =
  defineHook<(ctx: AppContext, blocker: Caller, helperId: string) => Promise<boolean>>('blockHelper');

/** The person a report is about, and what they had written, without private addresses. */
export type ReportEvidence = { readonly aboutId: string; readonly text: string };

/** Finds the evidence for a report as far as the reporter may read it; null if they may not know the subject. */
export const reportEvidence = defineHook<{
  readonly subjectType: ReportBody['subject']['type'];
  readonly find: (tx: TxContext, id: string, reporterId: string) => Promise<ReportEvidence | null>;
}>('reportEvidence');

/** Withdraws the listings and the pending request of a person who is paused. */
export const onPersonPaused =
  defineHook<(tx: TxContext, personId: string) => Promise<void>>('onPersonPaused');

export const REMOVABLE_KINDS = ['listing', 'request', 'message', 'photo', 'person'] as const;
export type RemovableKind = (typeof REMOVABLE_KINDS)[number];

/** Deletes one piece of content wherever it is shown; returns false if it does not exist. One handler for each kind. */
export const moderationDelete = defineHook<{
  readonly kind: Exclude<RemovableKind, 'person'>;
  readonly delete: (tx: TxContext, id: string) => Promise<boolean>;
}>('moderationDelete');

/**
 * Finds the conversation that a reported subject belongs to. `reporterId` is null if the reporter's account is closed.
 */
export const reportedConversation = defineHook<{
  readonly subjectType: ReportSubjectType;
  readonly find: (tx: TxContext, id: string, reporterId: string | null) => Promise<string | null>;
}>('reportedConversation');

export type Transcript = {
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
  /** Oldest first. */
  readonly messages: readonly {
    readonly id: string;
    readonly saidAt: string;
    readonly senderId: string | null;
    readonly content: string;
    readonly event: string | null;
    readonly hasPhoto: boolean;
  }[];
};

/** Reads the transcript of a conversation; null if it does not exist. Implemented by messaging. */
export const transcript =
  defineHook<(ctx: AppContext, conversationId: string) => Promise<Transcript | null>>('transcript');
