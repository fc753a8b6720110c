import { Trans } from '@lingui/react/macro';
import { impactTier } from '@openlarder/domain/donations/donation-amounts.ts';
import { formatMoney } from '../donation-format.ts';

/** What this amount does, by the largest offered amount that it reaches. */
export function ImpactMessage({ cents }: { readonly cents: number }) {
  const amount = formatMoney(cents);
  switch (impactTier(cents)) {
    case 5000:
      return <Trans>Your {amount} powers community rescue for a week</Trans>;
    case 2500:
      return <Trans>Your {amount} supports 12 meals</Trans>;
    case 1000:
      return <Trans>Your {amount} delivers food to 5 families</Trans>;
    case 500:
      return <Trans>Your {amount} feeds 2 families for a day</Trans>;
    default:
      return <Trans>Your {amount} helps food reach a neighbor</Trans>;
  }
}
