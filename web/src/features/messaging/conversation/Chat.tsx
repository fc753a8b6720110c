import { Trans, useLingui } from '@lingui/react/macro';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import { ChevronLeft, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PersonLink } from '#web/features/moderation/PersonLink.tsx';
import { SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useConnectionLost, useLiveSubscription, useReconnect } from '#web/live/live-context.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Composer } from '../compose/Composer.tsx';
import { useOutbox } from '../compose/messaging-store.ts';
import type { OutgoingMessage } from '../compose/outbox.ts';
import { useThread } from '../messaging.queries.ts';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';
import { Thread } from './Thread.tsx';

type Props = {
  readonly conversation: Conversation;
  readonly meId: string;
  /** Back to the list on narrow screens, and after blocking. */
  readonly onBack: () => void;
  /** The handover panel above the messages. */
  readonly handover: ReactNode;
  /** Whether a pickup is near, so that quick replies are offered. */
  readonly isPickupNear?: boolean;
  /** The current action for an event. */
  readonly renderEventAction?: (message: Message) => ReactNode;
};

/** One conversation: header, handover panel, messages, and composer. */
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
      {/* The handover panel leaves space for the messages and the composer. */}
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
      <ConnectionLostNotice />
      {readOnly ? (
        <ReadOnlyNote conversation={conversation} lastEvent={lastEvent} />
      ) : (
        <>
          {isPickupNear && (
            <QuickReplies thread={thread} outgoing={outbox.outgoing} meId={meId} onSay={outbox.sendOnce} />
          )}
          <Composer conversationId={id} name={name} />
        </>
      )}
    </section>
  );
}

/** Says that the live connection is lost, with a retry button. */
function ConnectionLostNotice() {
  const isLost = useConnectionLost();
  const retry = useReconnect();
  if (!isLost) return null;
  return (
    <div className="flex items-center gap-2 bg-amber-soft px-4 py-1 text-sm text-amber-soft-ink">
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <output className="flex-1">
        <Trans>Connection lost. Messages may not be sent in real-time.</Trans>
      </output>
      <button type="button" onClick={retry} className="min-h-11 shrink-0 font-semibold underline">
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}

/** After this time, a quick reply is offered again. */
const SAID_FOR_MS = 2 * HOUR_MS;

type QuickRepliesProps = {
  readonly thread: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly meId: string;
  readonly onSay: (text: string) => void;
};

/** Common messages around a pickup. One that was just sent, or is being sent, is not offered again. */
function QuickReplies({ thread, outgoing, meId, onSay }: QuickRepliesProps) {
  const { t } = useLingui();
  const sinceMs = useNow() - SAID_FOR_MS;
  const isSaid = (text: string): boolean =>
    outgoing.some(({ content }) => content === text) ||
    thread.some(
      ({ senderId, content, createdAt }) =>
        senderId === meId && content === text && Date.parse(createdAt) > sinceMs,
    );
  const open = [t`On my way`, t`Here`].filter((text) => !isSaid(text));
  if (open.length === 0) return null;
  return (
    <ul aria-label={t`Quick replies`} className="flex flex-wrap gap-2 px-3 py-2">
      {open.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => onSay(text)}
            className="inline-flex min-h-11 items-center rounded-full border border-control bg-surface px-4 text-sm font-semibold hover:bg-sunken"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
