import type { BadgeId } from '@openlarder/domain/recognition/badges.ts';
import type { Generated, GeneratedAlways } from 'kysely';

export type RecognitionTables = {
  /** The ledger: rows are only added. A row that takes points back names the one it reverses. */
  point_entry: {
    id: string;
    person_id: string;
    cause: string;
    /** The handover; of a reversing row the reversed one. */
    subject_id: string;
    points: number;
    /** As much of them as giving earned. */
    given: number;
    /** The first day of the month it counts in, in the community's time zone. */
    month: string;
    earned_at: Date;
    booked_at: Date;
    reverses_id: string | null;
  };
  /** The sum of a person's entries, and when they reached it. */
  point_total: { person_id: string; points: number; given: number; reached_at: Date };
  point_month: { month: string; person_id: string; points: number; given: number; reached_at: Date };
  /** The number of people on boards by their points, for points above 0 of people who gave. */
  point_histogram: {
    /** `all`, or a month as `2026-11`. */
    board: string;
    points: number;
    people: number;
  };
  person_badge: { id: string; person_id: string; badge_id: BadgeId; earned_at: Date };
  /** A handover that was completed by code or by both sides, from which points, streaks and badges are computed. */
  recognized_handover: {
    handover_id: string;
    giver_id: string;
    receiver_id: string;
    /** Of a listing; 0 without one. */
    servings: number;
    answers_request: boolean;
    giver_earns: boolean;
    receiver_earns: boolean;
    giver_was_known: boolean;
    receiver_was_known: boolean;
    /** In figures: 0 where the giver earns nothing, at most 30 where both were unknown. */
    counted_servings: GeneratedAlways<number>;
    completed_at: Date;
    /** The community's day on which it was counted; null while an answered request waits for its week. */
    counted_on: string | null;
    undone_at: Generated<Date | null>;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends RecognitionTables {}
}
