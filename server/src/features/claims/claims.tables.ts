import type {
  ClaimSide,
  ClaimStatus,
  CompletedBy,
  ReleaseReason,
} from '@openlarder/domain/claims/claim-states.ts';
import type { Generated } from 'kysely';

export type ClaimTables = {
  claim: {
    id: string;
    listing_id: string;
    donor_id: string;
    claimer_id: string;
    conversation_id: string;
    /** The request for food that it answers. */
    request_id: Generated<string | null>;
    servings: number;
    status: Generated<ClaimStatus>;
    /** The four digits on the claimer's ticket. */
    code: string;
    code_tries: Generated<number>;
    donor_confirmed_at: Date | null;
    claimer_confirmed_at: Date | null;
    created_at: Date;
    ended_at: Date | null;
    release_reason: Generated<ReleaseReason | null>;
    /** Null if both sides or time ended it. */
    ended_by: Generated<ClaimSide | null>;
    completed_by: Generated<CompletedBy | null>;
    /** The claimer has answered that they are coming. */
    coming_at: Generated<Date | null>;
    disputed_at: Generated<Date | null>;
    disputed_by: Generated<ClaimSide | null>;
    /** When both sides were reminded of the pickup, and asked whether it happened. */
    reminded_at: Generated<Date | null>;
    asked_at: Generated<Date | null>;
  };
  /** The feed of a person's calendar; its address has this id. */
  calendar_feed: { person_id: string; id: string; created_at: Date };
};
