import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { lazy, Suspense, useState } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const MyLocationForm = lazy(async () => ({
  default: (await import('#web/features/accounts/profile/MyLocationForm.tsx')).MyLocationForm,
}));

/** Shows the person's location and opens the form that changes it. */
export function MyLocation({ me }: { me: User }) {
  const [open, setOpen] = useState(false);
  const community = useCommunity();
  const known = me.latitude !== null;
  const isPublic = me.organizationName !== null;
  return (
    <Card as="section" aria-labelledby="my-place" className="flex flex-col gap-3">
      <h2 id="my-place" className="text-lg">
        <Trans>My location</Trans>
      </h2>
      <p className="text-muted">
        {isPublic && known ? (
          <Trans>Your business's address is public. Everyone can see where it is.</Trans>
        ) : isPublic ? (
          <Trans>Put your business on the map so people can see how far away it is.</Trans>
        ) : known && me.areaLabel ? (
          <Trans>
            Neighbors see <strong className="text-ink">{me.areaLabel}</strong>, never your address.
          </Trans>
        ) : known ? (
          <Trans>Neighbors see a point nearby, never your address.</Trans>
        ) : (
          <Trans>Set your location to see what's closest. No one sees your address.</Trans>
        )}
      </p>
      <Button variant={known ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
        {known ? <Trans>Change my location</Trans> : <Trans>Set my location</Trans>}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<Trans>My location</Trans>}
        description={
          isPublic ? (
            <Trans>We measure distances from here.</Trans>
          ) : (
            <Trans>We measure distances from here. Neighbors only see your neighborhood.</Trans>
          )
        }
      >
        <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
          {community && <MyLocationForm user={me} setting={community} onSaved={() => setOpen(false)} />}
        </Suspense>
      </Dialog>
    </Card>
  );
}
