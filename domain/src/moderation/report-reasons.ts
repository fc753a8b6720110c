export const REPORT_REASONS = ['unsafe_food', 'harassment', 'dishonest', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The reason of the report about a disputed handover. */
export const DISPUTE_REASON = 'dispute';
