import { Trans } from '@lingui/react/macro';
import { ALLERGENS } from '@openlarder/domain/kernel/food-tags.ts';
import { useState } from 'react';
import { useCurrentUser, useSaveProfile } from '#web/features/accounts/current-user.ts';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { MyLocationForm } from '#web/features/accounts/profile/MyLocationForm.tsx';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';

/** Where a person is; a newcomer may say here, too, what they can't eat, which spares them the filters. */
export function LocationDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useCurrentUser();
  const community = useCommunity();
  const isHome = me.organizationName === null;
  const [isNew] = useState(isHome && me.latitude === null && me.allergens.length === 0);
  return (
    <Dialog
      inAddress
      onOpenChange={onClose}
      title={<Trans>My location</Trans>}
      description={
        isHome ? (
          <Trans>We measure distances from here. Neighbors only see your neighborhood.</Trans>
        ) : (
          <Trans>We measure distances from here.</Trans>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isNew && <CannotEat />}
        {community && <MyLocationForm user={me} setting={community} onSaved={onClose} />}
      </div>
    </Dialog>
  );
}

function CannotEat() {
  const { allergens } = useCurrentUser();
  const save = useSaveProfile();
  return (
    <div>
      <FoodTagChoice
        isDense
        label={<Trans>Anything you can't eat?</Trans>}
        hint={<Trans>We keep this in your profile. Only you see it.</Trans>}
        tags={ALLERGENS}
        nameOf={allergenName}
        chosen={save.isPending ? (save.variables.allergens ?? allergens) : allergens}
        onChange={(chosen) => save.mutate({ allergens: chosen })}
      />
      <ErrorNotice>{save.isError && errorMessage(save.error)}</ErrorNotice>
    </div>
  );
}
