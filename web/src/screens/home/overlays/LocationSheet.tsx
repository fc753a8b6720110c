import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useOverlayParam } from './use-overlay-param.ts';

const MyLocationForm = lazy(async () => ({
  default: (await import('#web/features/accounts/profile/MyLocationForm.tsx')).MyLocationForm,
}));

/** The form of the person's location, over the screen where it is needed (`paths.location`). Closing equals Back. */
export function LocationSheet() {
  const { id, close } = useOverlayParam('sheet');
  const me = useCurrentUser();
  const community = useCommunity();
  if (id !== 'location') return null;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={<Trans>My location</Trans>}
      description={
        me.organizationName === null ? (
          <Trans>We measure distances from here. Neighbors only see your neighborhood.</Trans>
        ) : (
          <Trans>We measure distances from here.</Trans>
        )
      }
    >
      <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
        {community && <MyLocationForm user={me} setting={community} onSaved={close} />}
      </Suspense>
    </Dialog>
  );
}
