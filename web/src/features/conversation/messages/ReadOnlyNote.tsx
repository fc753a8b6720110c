import { Trans } from '@lingui/react/macro';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { UnblockButton } from '#web/features/moderation/BlockedPeople.tsx';
import { blockedPeopleQuery } from '#web/features/moderation/moderation.queries.ts';
import { paths } from '#web/lib/paths.ts';

type Props = {
  readonly conversation: Pick<Conversation, 'id' | 'otherUser' | 'foodListing' | 'emergencyRequest'>;
  /** The last event of the claim or request. */
  readonly lastEvent: MessageEvent | null;
};

/** Why the conversation is read-only, and what the person can do about it. */
export function ReadOnlyNote({ conversation, lastEvent }: Props) {
  const { id, otherUser, foodListing, emergencyRequest } = conversation;
  const name = otherUser.displayName;
  const blocks = useQuery(blockedPeopleQuery);
  const block = blocks.data?.find(({ person }) => person.id === otherUser.id);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line px-4 py-3 text-center text-sm text-muted">
      {block ? (
        <>
          <p>
            <Trans>You've blocked {name}, so neither of you can write here.</Trans>
          </p>
          <UnblockButton person={block.person} />
        </>
      ) : (
        <p className="py-1">
          {emergencyRequest ? helpEndedBecause(lastEvent) : endedBecause(lastEvent)}{' '}
          {foodListing && mayClaimAgain(lastEvent) && (
            <Trans>
              You can write again once{' '}
              <Link
                href={paths.listing(foodListing.id, paths.conversation(id))}
                className="font-semibold text-ink underline"
              >
                the food
              </Link>{' '}
              is claimed again.
            </Trans>
          )}
        </p>
      )}
    </div>
  );
}

/** After a failed pickup, the same food can be claimed again. */
const mayClaimAgain = (event: MessageEvent | null): boolean =>
  event === 'released' || event === 'stopped_waiting' || event === 'no_show' || event === 'lapsed';

function endedBecause(event: MessageEvent | null): ReactNode {
  switch (event) {
    case 'released':
    case 'stopped_waiting':
      return <Trans>This pickup was canceled, so the conversation has ended.</Trans>;
    case 'no_food':
      return <Trans>The food wasn't there, so the conversation has ended.</Trans>;
    case 'no_show':
    case 'lapsed':
      return <Trans>This pickup didn't happen, so the conversation has ended.</Trans>;
    case 'helper_silent':
      return <Trans>No one wrote in time, so the conversation has ended.</Trans>;
    case 'request_cancelled':
      return <Trans>The request was canceled, so the conversation has ended.</Trans>;
    case 'account_closed':
      return <Trans>This account was closed, so the conversation has ended.</Trans>;
    default:
      return <Trans>This conversation has ended. You can still read it.</Trans>;
  }
}

/** The same for a conversation about a request. */
function helpEndedBecause(event: MessageEvent | null): ReactNode {
  switch (event) {
    case 'released':
    case 'stopped_waiting':
      return <Trans>This match has ended, and so has the conversation.</Trans>;
    case 'lapsed':
      return <Trans>Time ran out, so the conversation has ended.</Trans>;
    default:
      return endedBecause(event);
  }
}
