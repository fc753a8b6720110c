import { Trans, useLingui } from '@lingui/react/macro';
import { type Listing, withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { oneListing, refreshListings } from './listings.queries.ts';

/** Takes back what is left of one's own listing, after asking. */
export function WithdrawListing({ listing }: { readonly listing: Listing }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawListing, { params: { id: listing.id } }),
    onSuccess: (changed) => {
      setAsking(false);
      queryClient.setQueryData(oneListing(listing.id).queryKey, changed);
      toast({ title: t`Your food is no longer offered` });
      refreshListings(queryClient);
    },
    onError: (error) => toldUnauthorized(error),
  });
  const hasClaims = listing.servingsLeft < listing.estimatedServings;
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <Trans>Withdraw</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={<Trans>Withdraw this food?</Trans>}
        description={
          hasClaims ? (
            <Trans>What is left is no longer offered. Pickups already claimed go on as agreed.</Trans>
          ) : (
            <Trans>It is no longer offered to anyone. This cannot be taken back.</Trans>
          )
        }
        confirmLabel={<Trans>Withdraw</Trans>}
        cancelLabel={<Trans>Keep it</Trans>}
        danger
        busy={withdrawing.isPending}
        onConfirm={() => withdrawing.mutate()}
      >
        {withdrawing.isError && (
          <Notice tone="error" announce>
            {sentenceOf(withdrawing.error)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
