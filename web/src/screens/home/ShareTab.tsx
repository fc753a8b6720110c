import { Trans } from '@lingui/react/macro';
import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const ShareForm = lazy(async () => ({
  default: (await import('#web/features/listings/ShareForm.tsx')).ShareForm,
}));

const waiting = (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-112 rounded-card" />
    <Skeleton className="h-72 rounded-card" />
  </div>
);

/** The tab where food is offered. */
export function ShareTab() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <PageHeading below={<Trans>Good food finds a table. It takes about a minute.</Trans>}>
        <Trans>Share Food</Trans>
      </PageHeading>
      <ShareTabBody />
    </div>
  );
}

function ShareTabBody() {
  const user = useQuery(endpointQuery(getUser));
  const community = useQuery(endpointQuery(getCommunity));
  const failed = [user, community].filter(({ isError }) => isError);
  if (failed.length > 0) {
    return (
      <ErrorState
        title={<Trans>The form could not be opened</Trans>}
        retrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      >
        {sentenceOf(failed[0]?.error)}
      </ErrorState>
    );
  }
  if (!user.data || !community.data) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ShareForm user={user.data} setting={community.data} timeZone={community.data.timeZone} />
    </Suspense>
  );
}
