import type { Generated } from 'kysely';

export type ModerationTables = {
  block: { blocker_id: string; blocked_id: string; created_at: Date };
  report: {
    id: string;
    reporter_id: string | null;
    subject_type: 'person' | 'listing' | 'conversation' | 'message' | 'claim';
    subject_id: string;
    reason: string;
    details: string;
    created_at: Date;
    closed_at: Generated<Date | null>;
    closing_note: Generated<string | null>;
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
  former_block: { blocker_id: string; blocked_key: string; created_at: Date };
};
