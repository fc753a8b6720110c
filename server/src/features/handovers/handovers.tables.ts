import type {
  CompletedBy,
  HandoverSide,
  HandoverStatus,
  ReleaseReason,
} from '@openlarder/domain/handovers/handover-states.ts';
import type { Generated, Selectable } from 'kysely';

export type HandoverTables = {
  handover: {
    id: string;
    giver_id: string;
    receiver_id: string;
    conversation_id: string;
    status: Generated<HandoverStatus>;
    /** The listing's pickup window, or from the match to the request's end. */
    window_from: Date;
    window_until: Date;
    agreed_time: Generated<Date | null>;
    agreed_at: Generated<Date | null>;
    /** The time that one side currently proposes. */
    proposed_time: Generated<Date | null>;
    proposed_by: Generated<HandoverSide | null>;
    /** The four digits on the receiver's ticket. */
    code: string;
    code_tries: Generated<number>;
    coming_at: Generated<Date | null>;
    giver_on_my_way_at: Generated<Date | null>;
    receiver_on_my_way_at: Generated<Date | null>;
    giver_confirmed_at: Generated<Date | null>;
    receiver_confirmed_at: Generated<Date | null>;
    /** How many servings each side says were taken. */
    giver_servings: Generated<number | null>;
    receiver_servings: Generated<number | null>;
    completed_by: Generated<CompletedBy | null>;
    release_reason: Generated<ReleaseReason | null>;
    /** Null if both sides or a timeout ended it. */
    ended_by: Generated<HandoverSide | null>;
    disputed_at: Generated<Date | null>;
    disputed_by: Generated<HandoverSide | null>;
    thanked_at: Generated<Date | null>;
    /** When the receiver, who asked for food as a neighbor, told the giver who they are. */
    receiver_named_at: Generated<Date | null>;
    /** When both sides were reminded, asked "On your way?", and asked whether it happened. */
    reminded_at: Generated<Date | null>;
    asked_at: Generated<Date | null>;
    outcome_asked_at: Generated<Date | null>;
    created_at: Date;
    ended_at: Generated<Date | null>;
  };
  /** The feed of a person's calendar; its address has this id. */
  calendar_feed: { person_id: string; id: string; created_at: Date };
};

export type HandoverRow = Selectable<HandoverTables['handover']>;

declare module '#server/db/database.ts' {
  interface Tables extends HandoverTables {}
}
