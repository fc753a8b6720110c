import type { AlertLevel } from '@openlarder/domain/expiry/expiry-alerts.ts';

export type ExpiryTables = {
  expiry_alert: {
    id: string;
    listing_id: string;
    person_id: string;
    level: AlertLevel;
    /** Whether the food is the person's own. */
    is_own: boolean;
    created_at: Date;
    acknowledged_at: Date | null;
    /** When the owner let neighbors know at this level. */
    neighbors_told_at: Date | null;
  };
};
