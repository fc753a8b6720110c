import { t } from '@lingui/core/macro';
import { type Donation, refreshDonation } from '@openlarder/domain/donations/donation-contract.ts';
import type { DonationStatus } from '@openlarder/domain/donations/donation-fields.ts';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { formatAddress, useAddress } from '#web/lib/address.ts';
import { call } from '#web/lib/call.ts';
import { paths } from '#web/lib/paths.ts';
import { toast, toastFailure } from '#web/ui/toast-store.ts';

/** The donation after our server has asked the provider; null if it cannot now: the webhook updates it later. */
export async function fetchDonation(id: string): Promise<Donation | null> {
  try {
    return await call(refreshDonation, { params: { id } });
  } catch {
    return null;
  }
}

export function announceOutcome(status: DonationStatus | 'processing' | 'unknown'): void {
  switch (status) {
    case 'succeeded':
      toast({
        title: t`Thank You!`,
        description: t`Your donation has been processed successfully.`,
        tone: 'success',
      });
      return;
    case 'failed':
    case 'canceled':
      toastFailure(t`Payment Error`, t`Your payment didn't go through, and you haven't been charged.`);
      return;
    case 'requires_action':
      toastFailure(t`Payment Error`, t`Your bank didn't confirm the payment, and you haven't been charged.`);
      return;
    case 'pending':
    case 'processing':
      toast({
        title: t`Payment on its way`,
        description: t`Your bank is working on it. It shows as completed here once it arrives.`,
      });
      return;
    case 'unknown':
      toastFailure(
        t`We couldn't check your payment`,
        t`Look at your donations in a few minutes before you try again.`,
      );
      return;
    default:
      status satisfies never;
  }
}

/** The return address after the bank has asked for confirmation on its own page. */
export const paymentReturnUrl = (donationId: string): string =>
  `${window.location.origin}${paths.donate}${formatAddress({ step: 'history', donation: donationId })}`;

/**
 * On return from the bank's page: removes the provider's parameters from the address, reports the outcome, and passes
 * the donation on if it could be fetched.
 */
export function usePaymentReturn(onReturn: (donation: Donation) => void): void {
  const [address] = useAddress();
  const [, navigate] = useLocation();
  const donationId = address.payment_intent === null ? null : address.donation;
  useEffect(() => {
    if (donationId === null) return;
    navigate(paths.donateStep('history'), { replace: true });
    void (async () => {
      const donation = await fetchDonation(donationId);
      announceOutcome(donation?.status ?? 'unknown');
      if (donation) onReturn(donation);
    })();
  }, [donationId, navigate, onReturn]);
}
