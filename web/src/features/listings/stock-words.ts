import { t } from '@lingui/core/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { formatServings } from '#web/lib/format.ts';

/** "4 servings"; "34 of 50 servings left" once some of it is taken, as long as it is offered. */
export function stockSentence(
  { servingsLeft, estimatedServings }: Pick<Listing, 'servingsLeft' | 'estimatedServings'>,
  isOffered: boolean,
): string {
  if (!isOffered || servingsLeft === estimatedServings || servingsLeft === 0)
    return formatServings(estimatedServings);
  const all = formatServings(estimatedServings);
  return t`${servingsLeft} of ${all} left`;
}
