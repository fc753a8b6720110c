import { Trans } from '@lingui/react/macro';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { SharePanel } from '#web/features/listings/share/SharePanel.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** The screen with the share form. */
export function ShareTab() {
  const me = useCurrentUser();
  const community = useCommunity();
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeading below={<Trans>A photo, a few words, a pickup time. A neighbor will love it.</Trans>}>
        <Trans>Share Food</Trans>
      </PageHeading>
      {community ? (
        <SharePanel user={me} setting={community} timeZone={community.timeZone} />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </div>
  );
}
