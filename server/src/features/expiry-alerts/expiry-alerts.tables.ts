import type { AlertLevel } from '@openlarder/domain/expiry-alerts/expiry-alerts.ts';
import type { Generated } from 'kysely';

export type ExpiryAlertTables = {
  expiry_alert: {
    id: string;
    listing_id: string;
    person_id: string;
    level: AlertLevel;
    /** Whether the food is the person's own. */
    is_own: boolean;
    created_at: Date;
    acknowledged_at: Date | null;
    /** When the owner notified neighbors at this level. */
    neighbors_told_at: Date | null;
    /** When the bell rang for the owner. */
    owner_told_at: Generated<Date | null>;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends ExpiryAlertTables {}
}
