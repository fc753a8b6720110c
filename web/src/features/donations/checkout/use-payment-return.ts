import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { announceOutcome, fetchDonation } from './payment-outcome.ts';

/** Where the provider leads back to after a bank has asked for confirmation on a page of its own. */
export const paymentReturnUrl = (donationId: string): string =>
  `${window.location.origin}${paths.donateStep('history')}&donation=${encodeURIComponent(donationId)}`;

/** Back from the bank's page: takes what the provider has added out of the address, and says what became of the payment. */
export function usePaymentReturn(): void {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const donationId = search.has('payment_intent') ? search.get('donation') : null;
  useEffect(() => {
    if (donationId === null) return;
    navigate(paths.donateStep('history'), { replace: true });
    void fetchDonation(donationId).then((donation) => announceOutcome(donation?.status ?? 'unknown'));
  }, [donationId, navigate]);
}
