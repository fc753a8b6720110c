import { Trans, useLingui } from '@lingui/react/macro';
import { type Listing, withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '#web/lib/call.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { listingQuery } from '../listings.queries.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

export function WithdrawListing({ listing, onClose }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawListing, { params: { id: listing.id } }),
    onSuccess: (changed) => {
      onClose();
      queryClient.setQueryData(listingQuery(listing.id).queryKey, changed);
      toast({
        title: t`You've stopped sharing this food`,
        action: { label: t`Share again`, onSelect: () => navigate(paths.shareAgain(listing.id)) },
      });
    },
  });
  const hasClaims = listing.servingsLeft < listing.estimatedServings;
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={<Trans>Stop sharing this food?</Trans>}
      description={
        hasClaims ? (
          <Trans>No one can claim what's left. Pickups already claimed stay as planned.</Trans>
        ) : (
          <Trans>No one can claim it anymore. You can share it again later.</Trans>
        )
      }
      confirmLabel={<Trans>Stop sharing</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      danger
      busy={withdrawing.isPending}
      onConfirm={() => withdrawing.mutate()}
    >
      <ErrorNotice>{withdrawing.isError && errorMessage(withdrawing.error)}</ErrorNotice>
    </ConfirmDialog>
  );
}
