import type { Generated } from 'kysely';

export type ModerationTables = {
  block: {
    blocker_id: string;
    blocked_id: string;
    created_at: Date;
  };
  /** Blocks by a request, whose helper does not know the requester: they only prevent a match of the two. */
  request_block: {
    blocker_id: string;
    /** The request by which the helper knows the requester. */
    request_id: string;
    blocked_id: string;
    /** Whether the requester has blocked the helper, rather than the reverse. */
    is_by_requester: Generated<boolean>;
    created_at: Date;
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
    /** The person it is about, if known. */
    about_id: Generated<string | null>;
    /** The reported text at the time of the report; for admins only. */
    evidence: Generated<string>;
    mailed_at: Generated<Date | null>;
  };
  admin_action: {
    id: string;
    act: string;
    subject_type: string;
    subject_id: string;
    note: string;
    created_at: Date;
  };
  /** Blocks against a closed account, by a keyed digest of its email. */
  former_block: {
    blocker_id: string;
    email_digest: string;
    created_at: Date;
    closed_at: Date;
    /** The request by which the blocker knew them; null if the blocker knew the person. */
    request_id: Generated<string | null>;
    is_by_requester: Generated<boolean>;
  };
  /** The pause of a closed account, by the same digest. */
  former_pause: { email_digest: string; reason: string | null; paused_at: Date; closed_at: Date };
};

declare module '#server/db/database.ts' {
  interface Tables extends ModerationTables {}
}
