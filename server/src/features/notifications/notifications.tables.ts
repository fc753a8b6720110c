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
  };
};
