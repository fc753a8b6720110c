export type ModerationTables = {
  block: { blocker_id: string; blocked_id: string; created_at: Date };
  report: {
    id: string;
    reporter_id: string | null;
    subject_type: 'person' | 'listing' | 'conversation';
    subject_id: string;
    reason: string;
    details: string;
    created_at: Date;
  };
};
