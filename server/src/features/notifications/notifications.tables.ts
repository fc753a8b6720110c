import type { FoodCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import type { Generated } from 'kysely';
import type { NotificationSubject } from '@openlarder/domain/notifications/notification-contract.ts';
import type {
  AppGroup,
  MailTopic,
  NotificationKind,
} from '@openlarder/domain/notifications/notification-kinds.ts';

export type NotificationTables = {
  notification: {
    id: string;
    person_id: string;
    kind: NotificationKind;
    subject_type: NotificationSubject['type'];
    subject_id: string;
    actor_id: string | null;
    listing_title: string | null;
    /** Of a claim: how many servings, of how many shared. */
    servings_claimed: Generated<number | null>;
    servings_shared: Generated<number | null>;
    /** With `food_corrected`. */
    correction: Generated<FoodCorrection | null>;
    created_at: Date;
    read_at: Date | null;
    /** When it is mailed unless read by then; null: never, or not any more. */
    mail_due_at: Generated<Date | null>;
    mail_id: Generated<string | null>;
    mailed_at: Generated<Date | null>;
    /** False if its group was switched off in the app: it is only mailed. */
    in_app: Generated<boolean>;
  };
  /** A queued mail; for each person at most one of what is urgent, and one of the rest. */
  queued_mail: {
    id: string;
    person_id: string;
    is_urgent: boolean;
    /** Incremented when it is queued and when it is taken: only the job that knows the value may send. */
    turn: number;
    failures: number;
    /** When it is queued again; the lease of its current sender ends then. */
    try_at: Date;
    /** The day, in the community's time zone, against whose limit it counts. */
    counted_on: string;
  };
  notification_settings: {
    person_id: string;
    /** The groups that are switched off. */
    app_off: readonly AppGroup[];
    mail_off: readonly MailTopic[];
    /** Local time in the community's time zone, such as 22:00. */
    quiet_from: string | null;
    quiet_until: string | null;
  };
  mail_count: { day: string; person_id: string; sent: number };
};

declare module '#server/db/database.ts' {
  interface Tables extends NotificationTables {}
}
