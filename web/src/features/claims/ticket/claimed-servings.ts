import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ClaimedServings } from '#web/features/handovers/handover-labels.ts';
import { formatServings } from '#web/lib/format.ts';

/** The servings of a claim and the total. */
export const claimedServings = ({ servings, listing }: Claim): ClaimedServings => ({
  claimed: servings,
  shared: listing.estimatedServings,
});

/** The same as text: "4 of 6 servings", "6 servings" for all of it. */
export function claimedServingsLine(claim: Claim): string {
  const { claimed, shared } = claimedServings(claim);
  return claimed < shared ? t`${claimed} of ${shared} servings` : formatServings(claimed);
}
