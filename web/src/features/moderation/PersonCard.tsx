import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personTypeLabel } from '#web/features/accounts/profile/person-labels.ts';
import { StandingLine } from '#web/features/accounts/StandingLine.tsx';
import { formatMonth } from '#web/lib/format.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { personProfileQuery } from './moderation.queries.ts';
import { SafetyMenu } from './SafetyMenu.tsx';

type Props = {
  readonly id: string;
  readonly onClose: () => void;
  readonly food: ReactNode;
  readonly hours?: ReactNode;
  readonly onBlocked: () => void;
};

/** A person's public profile, without address and e-mail; with Report and Block. */
export function PersonCard({ id, onClose, food, hours, onBlocked }: Props) {
  const query = useQuery({ ...personProfileQuery(id), networkMode: 'always', refetchOnReconnect: true });
  const isGone = query.error instanceof HttpError && [400, 404].includes(query.error.status);
  const profile = isGone ? undefined : query.data;
  return (
    <Dialog
      inAddress
      onOpenChange={onClose}
      title={
        profile?.person.displayName ?? (query.isError ? <Trans>Person</Trans> : <Trans>One moment</Trans>)
      }
    >
      {profile ? (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <PersonAvatar person={profile.person} size="large" />
            <div className="min-w-0 flex-[1_1_7rem]">
              <p className="font-semibold">{personTypeLabel(profile.person)}</p>
              <p className="text-sm text-muted">
                <Trans>Member since {formatMonth(profile.memberSince)}</Trans>
              </p>
              <StandingLine standing={profile.standing} className="mt-1.5" />
            </div>
            <SafetyMenu person={profile.person} subject={{ type: 'person', id }} onBlocked={onBlocked} />
          </div>
          {profile.person.organizationName !== null && hours}
          {food}
        </div>
      ) : isGone ? (
        <EmptyState illustration="letters" title={<Trans>This person isn't here anymore</Trans>} />
      ) : (
        <QueryState of={query} title={<Trans>We couldn't load this person.</Trans>}>
          <div aria-busy="true" className="flex items-center gap-4">
            <Skeleton className="size-20 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          </div>
        </QueryState>
      )}
    </Dialog>
  );
}
