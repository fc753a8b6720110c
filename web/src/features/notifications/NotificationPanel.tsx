import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { focusPanel, NotificationList, type PictureOf } from './NotificationList.tsx';
import { useMarkListedRead, notificationsQuery } from './notifications.queries.ts';

type NotificationPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  bell: RefObject<HTMLButtonElement | null>;
  pictureOf: PictureOf;
};

function PanelActions({ onLeave }: { readonly onLeave: () => void }) {
  const unreadCount = useQuery(notificationsQuery).data?.unreadCount ?? 0;
  const read = useMarkListedRead();
  return (
    <div className="flex flex-wrap justify-between gap-1 *:grow">
      {unreadCount > 0 && (
        <Button
          variant="quiet"
          busy={read.isPending}
          onClick={({ currentTarget }) => {
            focusPanel(currentTarget);
            read.mutate(null);
          }}
        >
          <Trans>Mark all as read</Trans>
        </Button>
      )}
      <LinkButton
        href={paths.profileSection('settings')}
        variant="quiet"
        onClick={() => {
          requestHeadingFocus();
          onLeave();
        }}
      >
        <Settings className="size-5" />
        <Trans>Settings</Trans>
      </LinkButton>
    </div>
  );
}

/** The notifications in a popover under the bell, or in a sheet on phones. */
export function NotificationPanel({ open, onOpenChange, bell, pictureOf }: NotificationPanelProps) {
  const { t } = useLingui();
  const isWide = useIsWide();
  const close = () => onOpenChange(false);
  if (!isWide) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={<Trans>Notifications</Trans>}
        footer={<PanelActions onLeave={close} />}
        flush
      >
        <div className="px-1 pb-3 sm:px-3">
          <NotificationList pictureOf={pictureOf} onOpened={close} />
        </div>
      </Dialog>
    );
  }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={bell} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={16}
          aria-label={t`Notifications`}
          // A press on the bell closes the popover by its own handler.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && bell.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            bell.current?.focus();
          }}
          className="z-50 flex max-h-[min(36rem,calc(100dvh-6rem))] w-104 animate-pop-in flex-col rounded-card bg-surface text-ink shadow-float"
        >
          <h2 className="px-5 pt-4 pb-2 text-lg">
            <Trans>Notifications</Trans>
          </h2>
          <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
            <NotificationList pictureOf={pictureOf} onOpened={close} />
          </div>
          <div className="border-t p-2">
            <PanelActions onLeave={close} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
