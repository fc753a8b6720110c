import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import { ImageIcon, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { formatDayTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { useNow } from '#web/lib/use-now.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { eventSentence } from './event-labels.ts';

/** What is said of a conversation's open claim: how much, and its agreed time. */
export type OpenClaimLine = { readonly amount: string; readonly agreedTime: string | null };

type Props = {
  readonly conversations: readonly Conversation[];
  readonly meId: string;
  readonly selectedId: string | null;
  readonly claimIn?: (conversationId: string) => OpenClaimLine | null;
};

export function ConversationList({ conversations, meId, selectedId, claimIn }: Props) {
  return (
    <ul className="@container flex flex-col">
      {conversations.map((conversation) => (
        <Row
          key={conversation.id}
          conversation={conversation}
          meId={meId}
          isSelected={conversation.id === selectedId}
          claim={claimIn?.(conversation.id) ?? null}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  readonly conversation: Conversation;
  readonly meId: string;
  readonly isSelected: boolean;
  readonly claim: OpenClaimLine | null;
};

function Row({ conversation, meId, isSelected, claim }: RowProps) {
  const { otherUser, foodListing, emergencyRequest, lastMessage, unreadCount, readOnly } = conversation;
  const about = foodListing ?? emergencyRequest;
  const isUnread = unreadCount > 0;
  const nowMs = useNow();
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={paths.conversation(conversation.id)}
        aria-current={isSelected ? 'true' : undefined}
        className={classNames(
          'flex items-start gap-3 px-4 py-3 -outline-offset-3 transition-colors duration-150',
          isSelected ? 'bg-brand-soft text-brand-soft-ink' : 'hover:bg-sunken',
        )}
      >
        <PersonAvatar person={otherUser} isAnonymous={otherUser.isAnonymous} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p
              className={classNames(
                'min-w-0 flex-[1_1_6rem] truncate @max-[18rem]:wrap-anywhere @max-[18rem]:whitespace-normal',
                isUnread ? 'font-bold' : 'font-semibold',
              )}
            >
              <bdi translate="no">{otherUser.displayName}</bdi>
            </p>
            <RelativeTime
              at={lastMessage?.createdAt ?? conversation.updatedAt}
              className={classNames('shrink-0 text-xs', !isSelected && 'text-muted')}
            />
          </div>
          {about && (
            <p
              className={classNames(
                'truncate text-sm @max-[18rem]:whitespace-normal',
                !isSelected && 'text-muted',
              )}
            >
              <bdi>{foodListing ? about.title : shownTitle(about.title)}</bdi>
            </p>
          )}
          {/* the line of the agreement names the time itself */}
          {claim?.agreedTime && lastMessage?.event !== 'time_agreed' && (
            <p className="text-sm font-semibold first-letter:uppercase">
              {formatDayTime(claim.agreedTime, nowMs)}
            </p>
          )}
          <div className="flex items-center gap-2">
            <p
              className={classNames(
                'min-w-0 flex-1 text-sm',
                // events are shown in full, messages of people truncated
                lastMessage?.event ? 'line-clamp-3 wrap-anywhere' : 'truncate',
                isUnread && 'font-semibold',
              )}
            >
              {lastMessage && (
                <LastLine
                  message={lastMessage}
                  meId={meId}
                  name={otherUser.displayName}
                  amount={claim?.amount ?? null}
                />
              )}
            </p>
            {readOnly && (
              <span
                className={classNames(
                  'inline-flex shrink-0 items-center gap-1 text-xs',
                  !isSelected && 'text-muted',
                )}
              >
                <Lock className="size-3" />
                <Trans>Ended</Trans>
              </span>
            )}
            {isUnread && (
              <span className="flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1.5 text-xs font-bold text-on-brand tabular-nums">
                <span aria-hidden="true">{unreadCount > 99 ? '99+' : unreadCount}</span>
                <span className="sr-only">
                  <Plural value={unreadCount} one="# unread message" other="# unread messages" />
                </span>
              </span>
            )}
          </div>
        </div>
        {foodListing && !otherUser.isAnonymous && (
          <ListingPicture
            photo={foodListing.photo}
            title={foodListing.title}
            category={foodListing.category}
            sizes="2.75rem"
            shape="square"
            className="w-11 shrink-0 rounded-small @max-[18rem]:hidden"
          />
        )}
      </Link>
    </li>
  );
}

type LastLineProps = {
  readonly message: NonNullable<Conversation['lastMessage']>;
  readonly meId: string;
  readonly name: string;
  readonly amount: string | null;
};

function LastLine({ message, meId, name, amount }: LastLineProps): ReactNode {
  const { event, content, photo, senderId } = message;
  const nowMs = useNow();
  const isMine = senderId === meId;
  if (event === 'claimed' && amount !== null)
    return isMine ? t`You claimed ${amount}.` : t`${name} wants ${amount}.`;
  if (event) return eventSentence({ ...message, event }, isMine, name, nowMs);
  const said = content || <Trans>Photo</Trans>;
  return (
    <>
      {isMine && (
        <>
          <Trans>You:</Trans>{' '}
        </>
      )}
      {(photo || content === '') && <ImageIcon className="me-1 inline size-4 align-text-bottom" />}
      {said}
    </>
  );
}
