import { Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isOpenListing } from '@openlarder/domain/listings/listing-states.ts';
import { Repeat2 } from 'lucide-react';
import { useAddress } from '#web/lib/address.ts';
import { fadeCutEnds } from '#web/ui/fade-cut-ends.ts';
import { CardChip } from './CardChip.tsx';

const MAX_OTHERS = 4;

/** Earlier listings that are over, the last one first, each title once. */
function repeatable(listings: readonly Listing[]): readonly Listing[] {
  const seen = new Set(listings.filter(isOpenListing).map(({ title }) => title));
  return listings.filter(({ title }) => !seen.has(title) && seen.add(title));
}

function useRepeat() {
  const [{ again: repeatedId }, change] = useAddress();
  const repeat = (again: string) => change({ again }, { replace: false });
  return { repeatedId, repeat };
}

type ShareAgainProps = { readonly earlier: readonly Listing[] };

export function ShareAgainButton({ earlier }: ShareAgainProps) {
  const { t } = useLingui();
  const { repeatedId, repeat } = useRepeat();
  const [last] = repeatable(earlier);
  if (!last || repeatedId !== null) return null;
  const { title } = last;
  return (
    <button
      type="button"
      aria-label={t`Share again: ${title}`}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-control text-sm font-semibold text-brand forced-colors:px-3"
      onClick={() => repeat(last.id)}
    >
      <Repeat2 className="size-5 shrink-0" />
      <span className="sm:hidden">
        <Trans>Share again</Trans>
      </span>
      <span className="max-sm:hidden">
        <Trans>
          Share again: <bdi>{title}</bdi>
        </Trans>
      </span>
    </button>
  );
}

/** In place of the one that the form is filled in from. */
export function OtherEarlierListings({ earlier }: ShareAgainProps) {
  const { repeatedId, repeat } = useRepeat();
  const others = repeatable(earlier).filter(({ id }) => id !== repeatedId);
  if (repeatedId === null || others.length === 0) return null;
  return (
    <div
      ref={fadeCutEnds}
      className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
    >
      <span className="shrink-0 text-sm font-semibold">
        <Trans>Or share again:</Trans>
      </span>
      {others.slice(0, MAX_OTHERS).map(({ id, title }) => (
        <CardChip key={id} pressed={false} className="shrink-0" onClick={() => repeat(id)}>
          <bdi>{title}</bdi>
        </CardChip>
      ))}
    </div>
  );
}
