import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useSaveProfile } from '#web/features/accounts/profile/use-save-profile.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { HelpOfferFields } from './HelpOfferFields.tsx';
import { helpOfferQuery, NOTHING_OFFERED, useSaveHelpOffer } from './help-offer.queries.ts';

/**
 * Asks when, where and how the person can help: opened once, after someone has signed up to help, and by anyone who wants to
 * answer. Who came to help by another account's way becomes a volunteer by answering.
 */
export function HelpOfferDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useCurrentUser();
  const { data: known, isError, error, isFetching, refetch } = useQuery(helpOfferQuery);
  const [draft, setDraft] = useState<typeof NOTHING_OFFERED | null>(null);
  const save = useSaveHelpOffer();
  const saveProfile = useSaveProfile();
  const offer = draft ?? known ?? null;
  const onSave = () => {
    if (!offer) return;
    const { days, times, area, transport } = offer;
    save.mutate(
      { days, times, area, transport },
      {
        onSuccess: () => {
          if (me.userType === 'recipient') saveProfile.mutate({ userType: 'volunteer' });
          toast({ title: <Trans>Thank you! You can change this in your profile.</Trans>, tone: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Great that you're here! When could you help?</Trans>}
      description={<Trans>Only you and the organizers see this. Leave out whatever you like.</Trans>}
      footer={
        <div className="flex flex-wrap gap-3 *:grow">
          <Button variant="secondary" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button busy={save.isPending} disabled={offer === null} onClick={onSave}>
            <Trans>Save</Trans>
          </Button>
        </div>
      }
    >
      {offer ? (
        <HelpOfferFields offer={offer} onChange={setDraft} />
      ) : isError ? (
        <ErrorState
          title={<Trans>We couldn't load your answer.</Trans>}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
      {save.isError && (
        <Notice tone="error" announce>
          {errorMessage(save.error)}
        </Notice>
      )}
    </Dialog>
  );
}
