import type { Generated } from 'kysely';
import type {
  NotificationKind,
  NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';

export type NotificationTables = {
  notification: {
    id: string;
    person_id: string;
    kind: NotificationKind;
    subject_type: NotificationSubject['type'];
    subject_id: string;
    actor_id: string | null;
    listing_title: string | null;
    created_at: Date;
    read_at: Date | null;
    /** When it is mailed unless it has been read by then; null: never. */
    mail_due_at: Generated<Date | null>;
    mailed_at: Generated<Date | null>;
  };
  notification_settings: {
    person_id: string;
    mail_claims: boolean;
    mail_pickups: boolean;
    mail_messages: boolean;
    /** Wall clock of the community, such as 22:00. */
    quiet_from: string | null;
    quiet_until: string | null;
  };
  /** How many mails went to whom on which day of the community. */
  mail_count: { day: string; person_id: string; sent: number };
};
