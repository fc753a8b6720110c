import { Trans, useLingui } from '@lingui/react/macro';
import { calendarDay, calendarDaysBetween } from '@openlarder/domain/kernel/time.ts';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { communityZone, formatDay, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useDiscreet } from '#web/lib/discreet-mode.ts';
import { shownNotification } from './feature-notifications.ts';
import { useNotifications, useMarkListedRead } from './notifications.queries.ts';

/** The food that a notification is about; null for messages and for requests, whose titles name no food. */
const dishOf = ({ subject, listingTitle }: Notification): string | null =>
  ['listing', 'claim', 'surplus'].includes(subject.type) ? listingTitle : null;

export type PictureOf = (title: string) => ReactNode;

export const focusPanel = (inside: HTMLElement): void =>
  inside.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true });

/** Moves the focus before its button goes: to the row where that stays, else to the next one, or to the panel. */
function focusBeside(button: HTMLElement, rowStays: boolean): void {
  const links = [...(button.closest('[role=dialog]')?.querySelectorAll<HTMLElement>('li > a') ?? [])];
  const own = links.findIndex((link) => link.parentElement?.contains(button));
  const link = rowStays ? links[own] : (links[own + 1] ?? links[own - 1]);
  if (link) link.focus();
  else focusPanel(button);
}

type RowProps = {
  notification: Notification;
  pictureOf: PictureOf;
  onOpen: () => void;
  onRead: () => void;
};

function Row({ notification, pictureOf, onOpen, onRead }: RowProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const isDiscreet = useDiscreet();
  const shown = shownNotification(notification, isDiscreet);
  const unread = notification.readAt === null;
  const dish = isDiscreet ? null : dishOf(notification);
  if (!shown) return null;
  const { Icon, sentence, path } = shown;
  return (
    <li className="flex items-start">
      <Link
        href={path}
        onClick={onOpen}
        className="flex min-h-14 min-w-0 flex-1 items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-sunken"
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
          <span className={classNames('block', unread ? 'font-semibold' : 'text-muted')}>{sentence}</span>
          <span className="block text-sm text-muted">
            {calendarDaysBetween(Date.parse(notification.createdAt), nowMs, communityZone()) === 0 ? (
              <RelativeTime at={notification.createdAt} />
            ) : (
              <time dateTime={notification.createdAt}>{formatTime(notification.createdAt)}</time>
            )}
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
      </Link>
      {unread ? (
        <button
          type="button"
          title={t`Mark as read`}
          aria-label={t`Mark as read`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget, !isDiscreet);
            onRead();
          }}
          className="flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
        >
          <span aria-hidden="true" className="size-2.5 rounded-full bg-brand forced-colors:bg-[Highlight]" />
        </button>
      ) : (
        <span className="w-11 shrink-0" />
      )}
    </li>
  );
}

type Day = { readonly day: string; readonly notifications: readonly Notification[] };

/** By calendar day of the reader, in their order. */
function byDay(notifications: readonly Notification[]): readonly Day[] {
  const days = new Map<string, Notification[]>();
  for (const one of notifications) {
    const day = calendarDay(Date.parse(one.createdAt), communityZone());
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days].map(([day, ofDay]) => ({ day, notifications: ofDay }));
}

type ListProps = { readonly pictureOf: PictureOf; readonly onOpened: () => void };

/** The notifications by day, newest first. Opening one marks it as read and calls `onOpened`. */
export function NotificationList({ pictureOf, onOpened }: ListProps) {
  const { newest, all, older } = useNotifications();
  const isDiscreet = useDiscreet();
  // without its sentence a read one is a trace, and nothing to find again
  const listed = isDiscreet ? all.filter(({ readAt }) => readAt === null) : all;
  const read = useMarkListedRead();
  const nowMs = useNow();
  if (newest.isPending) {
    return (
      <div className="flex flex-col gap-2 p-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  }
  if (!newest.data) {
    return <QueryError of={newest} title={<Trans>We couldn't load your notifications</Trans>} />;
  }
  if (listed.length === 0 && !older.hasMore) {
    return (
      <EmptyState illustration="bell" title={<Trans>All quiet</Trans>}>
        <Trans>When someone claims your food or writes to you, you'll see it here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      {byDay(listed).map(({ day, notifications: [first, ...rest] }) => (
        <section key={day} aria-labelledby={`news-${day}`}>
          <h3
            id={`news-${day}`}
            className="px-3 pt-4 pb-1 text-sm font-semibold text-muted first-letter:uppercase"
          >
            {first && formatDay(first.createdAt, nowMs)}
          </h3>
          <ul className="flex flex-col">
            {(first ? [first, ...rest] : []).map((notification) => (
              <Row
                key={notification.id}
                notification={notification}
                pictureOf={pictureOf}
                onRead={() => read.mutate([notification.id])}
                onOpen={() => {
                  if (notification.readAt === null) read.mutate([notification.id]);
                  requestHeadingFocus();
                  onOpened();
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      {older.error && <p className="px-3 pt-3 text-sm text-muted">{errorMessage(older.error)}</p>}
      {older.hasMore && (
        <Button variant="quiet" wide busy={older.isLoading} onClick={older.showMore} className="mt-2">
          {older.error ? <Trans>Try Again</Trans> : <Trans>Show older</Trans>}
        </Button>
      )}
    </>
  );
}
