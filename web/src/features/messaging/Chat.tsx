import { Trans, useLingui } from '@lingui/react/macro';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import { ChevronLeft, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { useLiveLost, useLiveSubscription } from '#web/live/live-context.ts';
import { paths } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Composer } from './Composer.tsx';
import { Thread } from './Thread.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useOutbox } from './use-outbox.ts';

type Props = {
  readonly conversation: Conversation;
  readonly meId: string;
  /** Back to the list, where list and chat do not fit side by side. */
  readonly onBack: () => void;
  /** What belongs to the handover, above the messages. */
  readonly handover: ReactNode;
};

/** One conversation: whom with and about what, the handover, the messages, and where to write. */
export function Chat({ conversation, meId, onBack, handover }: Props) {
  const { t } = useLingui();
  const { id, otherUser, foodListing, readOnly, unreadCount } = conversation;
  const name = otherUser.displayName;
  const outbox = useOutbox(id);
  const isLost = useLiveLost();
  useLiveSubscription({ type: 'join_conversation', conversationId: id, userId: meId });
  useMarkRead(id, unreadCount);
  return (
    <section aria-labelledby="chat-with" className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-3 border-b border-line px-3 py-2 sm:px-4">
        <IconButton
          label={t`Back to messages`}
          icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={onBack}
          className="-ms-2 wide:hidden"
        />
        <Avatar initials={otherUser.initials} seed={otherUser.id} size="small" />
        <div className="min-w-0 flex-1">
          <h2 id="chat-with" className="truncate font-sans text-base font-semibold tracking-normal">
            {name}
          </h2>
          {foodListing && (
            <Link
              href={paths.listing(foodListing.id, paths.conversation(id))}
              className="block truncate text-sm text-muted hover:underline"
            >
              {foodListing.title}
            </Link>
          )}
        </div>
        <SafetyMenu person={otherUser} subject={{ type: 'conversation', id }} />
      </header>
      {handover}
      <Thread conversationId={id} meId={meId} name={name} outbox={outbox} />
      {isLost && (
        <output className="flex items-center gap-2 bg-amber-soft px-4 py-2 text-sm text-amber-soft-ink">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <Trans>Connection lost. Messages may not be sent in real-time.</Trans>
        </output>
      )}
      {readOnly ? (
        <p className="border-t border-line px-4 py-4 text-center text-sm text-muted">
          <Trans>This conversation has ended. You can still read it.</Trans>
        </p>
      ) : (
        <Composer conversationId={id} name={name} onSend={outbox.send} />
      )}
    </section>
  );
}
