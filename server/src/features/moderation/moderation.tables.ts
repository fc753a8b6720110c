import type { Generated } from 'kysely';

export type ModerationTables = {
  block: {
    blocker_id: string;
    blocked_id: string;
    created_at: Date;
    /** The request by which alone the blocker knows them; null where they know who it is. */
    request_id: Generated<string | null>;
  };
  report: {
    id: string;
    reporter_id: string | null;
    subject_type: 'person' | 'listing' | 'conversation' | 'message' | 'claim' | 'request';
    subject_id: string;
    reason: string;
    details: string;
    created_at: Date;
    closed_at: Generated<Date | null>;
    closing_note: Generated<string | null>;
    /** Whom it is about, where that is known. */
    about_id: Generated<string | null>;
    /** What they had written, as it was when it was reported; for those who run the community alone. */
    evidence: Generated<string>;
    /** When those who run the community were told by mail. */
    mailed_at: Generated<Date | null>;
  };
  /** What those who run the community did. */
  admin_act: {
    id: string;
    act: string;
    subject_type: string;
    subject_id: string;
    note: string;
    created_at: Date;
  };
  /** Blocks against somebody who has left, by a keyed digest of their address. */
  former_block: {
    blocker_id: string;
    blocked_key: string;
    created_at: Date;
    closed_at: Date;
    request_id: Generated<string | null>;
  };
  /** That somebody was paused when they left, by the same digest. */
  former_pause: { paused_key: string; reason: string | null; paused_at: Date; closed_at: Date };
};
