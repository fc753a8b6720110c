import { Trans } from '@lingui/react/macro';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { donationImpactOf } from '@openlarder/domain/donations/donation-impact.ts';
import { HeartHandshake } from 'lucide-react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { formatMoney } from '#web/lib/format.ts';
import { formatImpact, typeLabel } from '../donation-labels.ts';
import { StepHeading } from '../StepHeading.tsx';
import { ReceiptButton } from './DonationRow.tsx';

/** Right after a donation has gone through: what was given, what for, and its receipt. */
export function Thanks({ donation }: { readonly donation: Donation }) {
  const { firstName } = useCurrentUser();
  const { amount, currency, donationType, isDemo } = donation;
  const money = formatMoney(amount, currency);
  const purpose = typeLabel(donationType);
  const { mealsProvided } = donationImpactOf(amount, currency);
  const meals = formatImpact(mealsProvided);
  return (
    <section
      aria-labelledby="donation-thanks"
      className="flex flex-col items-center gap-3 rounded-sheet bg-brand-soft px-6 py-10 text-center text-brand-soft-ink"
    >
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-mango text-mango-ink">
        <HeartHandshake aria-hidden="true" className="size-8" />
      </span>
      <StepHeading className="text-2xl sm:text-3xl">
        <span id="donation-thanks">
          <Trans>Thank you, {firstName}!</Trans>
        </span>
      </StepHeading>
      <p className="font-display text-xl font-bold tabular-nums">
        <Trans>
          {money} · {purpose}
        </Trans>
      </p>
      {mealsProvided >= 2 && (
        <p>
          <Trans>That's about {meals} meals for neighbors.</Trans>
        </p>
      )}
      {isDemo && (
        <p className="text-sm">
          <Trans>This is a demo, so no one was charged.</Trans>
        </p>
      )}
      <div className="mt-2">
        <ReceiptButton donation={donation} />
      </div>
    </section>
  );
}
