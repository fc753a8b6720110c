import { plural } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { CountBadge } from '#web/ui/Badge.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { PictureOf } from './NotificationList.tsx';
import { notificationsQuery, useUnreadHere } from './notifications.queries.ts';

const NotificationPanel = lazyPart(async () => (await import('./NotificationPanel.tsx')).NotificationPanel);

/** The number of unread notifications, without those about content on the screen. */
function useUnreadElsewhere(): number {
  const list = useQuery(notificationsQuery).data;
  const here = useUnreadHere();
  return Math.max(0, (list?.unreadCount ?? 0) - here.length);
}

export function NotificationBell({ pictureOf = () => null }: { readonly pictureOf?: PictureOf }) {
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const unreadCount = useUnreadElsewhere();
  const label = plural(unreadCount, {
    0: 'Notifications',
    one: 'Notifications, # unread',
    other: 'Notifications, # unread',
  });
  return (
    <>
      <IconButton
        ref={bell}
        label={label}
        icon={<Bell />}
        mark={<CountBadge count={unreadCount} />}
        className="size-[min(2.75rem,48px)]! [&>svg]:size-[min(1.375rem,28px)]!"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true);
          setOpen((was) => !was);
        }}
      />
      {wanted && (
        <Suspense fallback={null}>
          <NotificationPanel open={open} onOpenChange={setOpen} bell={bell} pictureOf={pictureOf} />
        </Suspense>
      )}
    </>
  );
}
