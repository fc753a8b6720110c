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
    /** When it is mailed unless it has been read by then; null: never, or not any more. */
    mail_due_at: Generated<Date | null>;
    /** The mail that it goes out in. */
    mail_id: Generated<string | null>;
    mailed_at: Generated<Date | null>;
  };
  /** One mail to one person, while it is on the way. */
  mail_under_way: {
    person_id: string;
    id: string;
    /** Counts each time that it is queued and taken: only the job that knows it may send. */
    turn: number;
    failures: number;
    /** When it is queued (again); whoever sends it has until then. */
    try_at: Date;
    /** The day of the community on whose account it goes. */
    counted_on: string;
  };
  notification_settings: {
    person_id: string;
    mail_claims: boolean;
    mail_pickups: boolean;
    mail_messages: boolean;
    mail_requests: boolean;
    /** Wall clock of the community, such as 22:00. */
    quiet_from: string | null;
    quiet_until: string | null;
  };
  /** How many mails went to whom on which day of the community. */
  mail_count: { day: string; person_id: string; sent: number };
};
