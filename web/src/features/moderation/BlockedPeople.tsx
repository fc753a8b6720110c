import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#web/lib/http-error.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { blockedPeople } from './moderation.queries.ts';
import { Unblock } from './Unblock.tsx';

/** The people somebody has blocked, each with the way back. Shows nothing while there are none. */
export function BlockedPeople() {
  const blocks = useQuery(blockedPeople);
  if (blocks.isError) {
    return (
      <ErrorState
        title={<Trans>We could not load the people you have blocked.</Trans>}
        onRetry={() => void blocks.refetch()}
        retrying={blocks.isFetching}
      >
        {sentenceOf(blocks.error)}
      </ErrorState>
    );
  }
  if (!blocks.data || blocks.data.length === 0) return null;
  return (
    <section aria-labelledby="blocked-people">
      <h2 id="blocked-people" className="text-xl">
        <Trans>Blocked people</Trans>
      </h2>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {blocks.data.map(({ person }) => (
          <li key={person.id} className="flex items-center gap-3 py-2.5">
            <Avatar initials={person.initials} seed={person.id} size="small" />
            <span className="min-w-0 flex-1 truncate font-medium">{person.displayName}</span>
            <Unblock person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}
