import { Trans } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { boundsAround, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { HeartHandshake } from 'lucide-react';
import { useLocation } from 'wouter';
import { useCurrentUser, useSaveProfile } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useInvitation } from '../volunteers/invitation.ts';

const AROUND_M = 15_000;

/** Where neighbors ask for food, by area as the map counts them, and what a volunteer can do about it now. */
export function WhoNeedsFood({ onClose }: { readonly onClose: () => void }) {
  const me = useCurrentUser();
  const community = useCommunity();
  const invite = useInvitation();
  const { latitude, longitude } = me;
  const bounds =
    latitude !== null && longitude !== null
      ? boundsAround({ latitude, longitude }, AROUND_M)
      : (community?.mapBounds ?? null);
  return (
    <Dialog
      inAddress
      onOpenChange={onClose}
      title={<Trans>Who needs food nearby</Trans>}
      description={<Trans>By area only: no one sees who asked, or where they live.</Trans>}
      footer={
        <div className="flex flex-wrap gap-3 *:grow">
          <Button variant="secondary" onClick={() => void invite()}>
            <Trans>Tell a neighbor</Trans>
          </Button>
          <LinkButton href={paths.tab('share')}>
            <Trans>Share Food</Trans>
          </LinkButton>
        </div>
      }
    >
      {bounds ? <Areas bounds={bounds} /> : <Skeleton className="h-40 rounded-card" />}
      {me.userType !== 'donor' && <AnswerRequests />}
    </Dialog>
  );
}

/** Single requests are shown to donors alone, and who shares food may become one. */
function AnswerRequests() {
  const [, navigate] = useLocation();
  const save = useSaveProfile();
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <p className="text-muted">
        <Trans>
          Want to answer a request yourself? As a donor, you see each one near you. You can change that in
          your profile at any time.
        </Trans>
      </p>
      <ErrorNotice>{save.isError && errorMessage(save.error)}</ErrorNotice>
      <Button
        variant="secondary"
        busy={save.isPending}
        onClick={() =>
          save.mutate(
            { userType: 'donor' },
            { onSuccess: () => navigate(paths.emergencies, { replace: true }) },
          )
        }
      >
        <Trans>Answer requests as a donor</Trans>
      </Button>
    </div>
  );
}

function Areas({ bounds: { north, south, east, west } }: { readonly bounds: GeoBounds }) {
  const clusters = useQuery(endpointQuery(listClusters, { query: { north, south, east, west } }));
  if (clusters.isError && !clusters.data)
    return <QueryError of={clusters} title={<Trans>We couldn't load the requests.</Trans>} />;
  if (!clusters.data) return <Skeleton className="h-40 rounded-card" />;
  const counts = new Map<string, number>();
  for (const { label, count } of clusters.data.flatMap(({ areas }) => areas))
    counts.set(label, (counts.get(label) ?? 0) + count);
  if (counts.size === 0)
    return (
      <EmptyState illustration="bell" title={<Trans>No one nearby is asking right now</Trans>}>
        <Trans>That's good news. Food you share is there for the next neighbor who asks.</Trans>
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line rounded-card border">
      {[...counts]
        .toSorted(([, one], [, other]) => other - one)
        .map(([label, count]) => (
          <li key={label} className="flex items-center gap-3 px-4 py-3">
            <HeartHandshake aria-hidden="true" className="size-5 shrink-0 text-tomato" />
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{label}</span>
            <span className="text-sm text-muted tabular-nums">
              {plural(count, { one: '# neighbor asked', other: '# neighbors asked' })}
            </span>
          </li>
        ))}
    </ul>
  );
}
