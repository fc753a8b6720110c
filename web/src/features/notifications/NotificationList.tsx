import { Trans } from '@lingui/react/macro';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Footprints,
  HandHeart,
  Heart,
  MapPin,
  MessageCircle,
  Siren,
  Undo2,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'wouter';
import { requestHeadingFocus } from '#web/lib/heading-focus.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notificationPath, notificationSentence } from './notification-labels.ts';
import { notificationsQuery, useReadNotifications } from './notifications.queries.ts';

const ICONS: Readonly<Record<NotificationKind, ComponentType<{ className?: string }>>> = {
  listing_claimed: HandHeart,
  claim_released: Undo2,
  claim_no_food: CircleAlert,
  claim_no_show: CircleAlert,
  claim_lapsed: Clock,
  claim_disputed: CircleAlert,
  claimer_coming: Footprints,
  time_proposed: CalendarClock,
  time_agreed: CalendarCheck,
  on_my_way_question: CircleQuestionMark,
  on_my_way: Footprints,
  pickup_soon: Clock,
  handover_question: CircleQuestionMark,
  place_shared: MapPin,
  handover_confirmed: CircleCheck,
  handover_completed: CircleCheck,
  listing_ending: Clock,
  food_ending_near: Clock,
  thanked: Heart,
  message_received: MessageCircle,
  emergency_alert: Siren,
  request_matched: HandHeart,
  request_released: Undo2,
  request_cancelled: CircleCheck,
  request_expired: Clock,
  request_confirmed: CircleQuestionMark,
  request_fulfilled: CircleCheck,
};

/** The food that a notification is about; null for messages and for requests, whose titles name no food. */
const dishOf = ({ subject, listingTitle }: Notification): string | null =>
  subject.type === 'listing' || subject.type === 'claim' ? listingTitle : null;

/** Draws the food that a title names. */
export type PictureOf = (title: string) => ReactNode;

type RowProps = { notification: Notification; pictureOf: PictureOf; onOpen: () => void };

function Row({ notification, pictureOf, onOpen }: RowProps) {
  const Icon = ICONS[notification.kind];
  const unread = notification.readAt === null;
  const dish = dishOf(notification);
  return (
    <li>
      <Link
        href={notificationPath(notification)}
        onClick={onOpen}
        className="flex min-h-14 items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-sunken"
      >
        <span
          className={classNames(
            'mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-full',
            unread ? 'bg-brand-soft text-brand-soft-ink' : 'bg-sunken text-muted',
          )}
        >
          <Icon className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={classNames('block', unread ? 'font-semibold' : 'text-muted')}>
            {notificationSentence(notification)}
          </span>
          <span className="block text-sm text-muted">
            <RelativeTime at={notification.createdAt} />
            {unread && (
              <>
                {' '}
                <span className="sr-only">
                  <Trans>Unread</Trans>
                </span>
              </>
            )}
          </span>
        </span>
        {dish !== null && pictureOf(dish)}
        {unread && <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-tomato" />}
      </Link>
    </li>
  );
}

/** The notifications, newest first. Opening one marks it as read and calls `onOpened`. */
export function NotificationList({ pictureOf, onOpened }: { pictureOf: PictureOf; onOpened: () => void }) {
  const list = useQuery(notificationsQuery);
  const read = useReadNotifications();
  if (list.isPending) {
    return (
      <div className="flex flex-col gap-2 p-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  }
  if (!list.data) {
    return (
      <ErrorState
        title={<Trans>We couldn't load your notifications</Trans>}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        {errorMessage(list.error)}
      </ErrorState>
    );
  }
  const { notifications } = list.data;
  if (notifications.length === 0) {
    return (
      <EmptyState drawing="bell" title={<Trans>All quiet</Trans>}>
        <Trans>When someone claims your food or writes to you, you'll see it here.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col">
      {notifications.map((notification) => (
        <Row
          key={notification.id}
          notification={notification}
          pictureOf={pictureOf}
          onOpen={() => {
            if (notification.readAt === null) read.mutate([notification.id]);
            requestHeadingFocus();
            onOpened();
          }}
        />
      ))}
    </ul>
  );
}
