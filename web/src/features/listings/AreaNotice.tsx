import { Trans } from '@lingui/react/macro';
import { MapPinned, X } from 'lucide-react';

/** What stands over a feed that is narrowed to a part of the map, with the way back to all of it. */
export function AreaNotice({ onEverywhere }: { readonly onEverywhere: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-sky-soft py-1 ps-4 pe-1 text-sky-soft-ink">
      <p className="flex min-h-11 items-center gap-3 font-semibold">
        <MapPinned aria-hidden="true" className="size-5 shrink-0" />
        <Trans>In the area you chose on the map</Trans>
      </p>
      <button
        type="button"
        onClick={onEverywhere}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold underline"
      >
        <X aria-hidden="true" className="size-5" />
        <Trans>Show everywhere</Trans>
      </button>
    </div>
  );
}
