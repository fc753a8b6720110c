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
        <Trans>My place</Trans>
      </h2>
      <p className="text-muted">
        {isPublic && known ? (
          <Trans>Your business’s address is public. Everybody sees where it is.</Trans>
        ) : isPublic ? (
          <Trans>Put your business on the map, and people see how far its food is.</Trans>
        ) : known && me.areaLabel ? (
          <Trans>
            Others see <strong className="text-ink">{me.areaLabel}</strong>, never your address.
          </Trans>
        ) : known ? (
          <Trans>Others see a point nearby, never your address.</Trans>
        ) : (
          <Trans>Tell us where you are, and the closest food comes first. Nobody sees your address.</Trans>
        )}
      </p>
      <Button variant={known ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
        {known ? <Trans>Change my place</Trans> : <Trans>Set my place</Trans>}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<Trans>My place</Trans>}
        description={
          isPublic ? (
            <Trans>Distances are measured from here.</Trans>
          ) : (
            <Trans>Distances are measured from here. Others see only the neighborhood.</Trans>
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
