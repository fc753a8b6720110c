import { useLingui } from '@lingui/react/macro';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PersonLink } from '#web/features/moderation/PersonLink.tsx';
import { SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { paths } from '#web/lib/paths.ts';
import { useLiveSubscription } from '#web/live/live-context.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Composer } from './Composer.tsx';
import { LostConnection } from './LostConnection.tsx';
import { QuickReplies } from './QuickReplies.tsx';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';
import { Thread } from './Thread.tsx';
import { useOutbox } from './use-outbox.ts';
import { useThread } from './use-thread.ts';

type Props = {
  readonly conversation: Conversation;
  readonly meId: string;
  /** Back to the list, where list and chat do not fit side by side, and after blocking. */
  readonly onBack: () => void;
  /** What belongs to the handover, above the messages. */
  readonly handover: ReactNode;
  /** Whether a pickup is near, so that what is mostly said then is offered. */
  readonly isPickupNear?: boolean;
  /** What can be done now about something that happened. */
  readonly renderEventAction?: (message: Message) => ReactNode;
};

/** One conversation: whom with and about what, the handover, the messages, and where to write. */
export function Chat(props: Props) {
  const { conversation, meId, onBack, handover, isPickupNear = false, renderEventAction } = props;
  const { t } = useLingui();
  const { id, otherUser, foodListing, emergencyRequest, readOnly } = conversation;
  const name = otherUser.displayName;
  const outbox = useOutbox(id);
  const { query, thread } = useThread(id);
  const lastEvent = thread.findLast(({ event }) => event !== null && event !== 'removed')?.event ?? null;
  useLiveSubscription({ type: 'join_conversation', conversationId: id, userId: meId });
  return (
    <section aria-labelledby="chat-with" className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-3 border-b border-line px-3 py-1.5 sm:px-4">
        <IconButton
          label={t`Back to messages`}
          icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={onBack}
          className="-ms-2 wide:hidden"
        />
        <Avatar initials={otherUser.initials} seed={otherUser.id} size="small" />
        <div className="min-w-0 flex-1">
          <h2 id="chat-with" className="font-sans text-base font-semibold tracking-normal">
            <PersonLink id={otherUser.id}>{name}</PersonLink>
          </h2>
          {foodListing && (
            <Link
              href={paths.listing(foodListing.id, paths.conversation(id))}
              className="block truncate py-0.5 text-sm text-muted hover:underline"
            >
              {foodListing.title}
            </Link>
          )}
          {emergencyRequest && <p className="truncate py-0.5 text-sm text-muted">{emergencyRequest.title}</p>}
        </div>
        <SafetyMenu person={otherUser} subject={{ type: 'conversation', id }} onBlocked={onBack} />
      </header>
      {/* however much there is to do about the handover, there is room to read and to write */}
      <div className="max-h-[45%] shrink-0 overflow-y-auto not-empty:border-b not-empty:border-line">
        {handover}
      </div>
      <Thread
        conversation={conversation}
        meId={meId}
        query={query}
        thread={thread}
        outbox={outbox}
        renderEventAction={renderEventAction}
      />
      <LostConnection />
      {readOnly ? (
        <ReadOnlyNote conversation={conversation} lastEvent={lastEvent} />
      ) : (
        <>
          {isPickupNear && (
            <QuickReplies thread={thread} outgoing={outbox.outgoing} meId={meId} onSay={outbox.sayOnce} />
          )}
          <Composer conversationId={id} name={name} />
        </>
      )}
    </section>
  );
}
