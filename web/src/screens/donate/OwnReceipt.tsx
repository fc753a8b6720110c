import { Trans, useLingui } from '@lingui/react/macro';
import { hasReceipt } from '@openlarder/domain/donations/donation-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { donationsQuery } from '#web/features/donations/donations.queries.ts';
import { ReceiptPage } from '#web/features/donations/history/ReceiptPage.tsx';
import { paths } from '#web/lib/paths.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** The receipt of one's own donation; for one without a receipt, the history with a notice. */
export function OwnReceipt({ id }: { readonly id: string }) {
  const me = useCurrentUser();
  const donations = useQuery(donationsQuery);
  if (donations.isPending) return <Skeleton className="mx-auto mt-6 h-80 max-w-xl rounded-card" />;
  if (donations.isError)
    return (
      <ErrorState
        title={<Trans>Failed to load donation history. Please try again later.</Trans>}
        onRetry={() => void donations.refetch()}
        retrying={donations.isFetching}
      />
    );
  const donation = donations.data.find((each) => each.id === id && hasReceipt(each.status));
  return donation ? <ReceiptPage donation={donation} me={me} /> : <NoReceipt />;
}

function NoReceipt() {
  const { t } = useLingui();
  useEffect(() => {
    toast({
      title: t`Receipt Unavailable`,
      description: t`Receipt is not available for this donation`,
      tone: 'destructive',
    });
  }, [t]);
  return <Redirect to={paths.donateStep('history')} replace />;
}
