import { Trans } from '@lingui/react/macro';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { MyLocationForm } from '#web/features/accounts/profile/MyLocationForm.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

export function LocationDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useCurrentUser();
  const community = useCommunity();
  return (
    <Dialog
      inAddress
      onOpenChange={onClose}
      title={<Trans>My location</Trans>}
      description={
        me.organizationName === null ? (
          <Trans>We measure distances from here. Neighbors only see your neighborhood.</Trans>
        ) : (
          <Trans>We measure distances from here.</Trans>
        )
      }
    >
      {community && <MyLocationForm user={me} setting={community} onSaved={onClose} />}
    </Dialog>
  );
}
