import { Trans } from '@lingui/react/macro';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import type { useConversations } from '#web/features/messaging/messaging.queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';

type Conversations = ReturnType<typeof useConversations>;

/** The list could not be loaded. */
export const ListFailure = ({ newest }: Pick<Conversations, 'newest'>) => (
  <ErrorState
    title={<Trans>We couldn't load your messages.</Trans>}
    onRetry={() => void newest.refetch()}
    retrying={newest.isFetching}
  >
    {errorMessage(newest.error)}
  </ErrorState>
);

type Props = Pick<Conversations, 'newest' | 'older' | 'isSearching'> & {
  readonly wantedId: string | null;
  /** Whether the list, which says that it failed, is beside it. */
  readonly isBesideList: boolean;
};

/** In place of a conversation: none is chosen, it is loading, it does not exist, or loading failed. */
export function NoConversation({ wantedId, newest, older, isSearching, isBesideList }: Props) {
  if (isSearching || newest.isPending) return <Spinner className="text-muted" />;
  const isListMissing = newest.isError && !newest.data;
  if (isListMissing && isBesideList) return null;
  if (wantedId === null)
    return (
      <EmptyState illustration="letters" title={<Trans>Select a Conversation</Trans>}>
        <Trans>Choose one from the list to read and reply.</Trans>
      </EmptyState>
    );
  const back = (
    <LinkButton href={paths.tab('messages')}>
      <Trans>Back to messages</Trans>
    </LinkButton>
  );
  if (isListMissing || older.error)
    return (
      <div className="flex flex-col items-center gap-4 p-4">
        {older.error ? (
          <ErrorState
            title={<Trans>We couldn't load your messages.</Trans>}
            onRetry={older.showMore}
            retrying={older.isLoading}
          >
            {errorMessage(older.error)}
          </ErrorState>
        ) : (
          <ListFailure newest={newest} />
        )}
        {back}
      </div>
    );
  return (
    <EmptyState illustration="letters" title={<Trans>We can't find this conversation</Trans>} action={back} />
  );
}
