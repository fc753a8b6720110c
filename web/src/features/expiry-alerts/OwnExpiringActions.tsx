import { Trans, useLingui } from '@lingui/react/macro';
import type { ExpiryAlert } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { extendedUntilMs } from '@openlarder/domain/expiry-alerts/expiry-alerts.ts';
import { instantAt } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { Suspense, useState } from 'react';
import { useUpdateListing } from '#web/features/listings/listings.queries.ts';
import { formatTime } from '#web/lib/format.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Button } from '#web/ui/Button.tsx';
import { useTellNeighbors } from './expiry-alerts.queries.ts';

const WithdrawListing = lazyPart(
  async () => (await import('#web/features/listings/edit/WithdrawListing.tsx')).WithdrawListing,
);

type Props = {
  readonly listing: Listing;
  readonly alert: ExpiryAlert | undefined;
  readonly nowMs: number;
};

/** What an owner can do about food that ends soon: extend the pickup, let neighbors know, or mark it as gone. */
export function OwnExpiringActions({ listing, alert, nowMs }: Props) {
  const { t } = useLingui();
  const { title } = listing;
  const extending = useUpdateListing(listing);
  const telling = useTellNeighbors(listing.id);
  const [isGone, setGone] = useState(false);
  /** Until when it was before it was extended here. */
  const [before, setBefore] = useState<string | null>(null);
  const untilMs = extendedUntilMs(listing, nowMs);
  const until = untilMs === null ? null : formatTime(untilMs);
  const extended = formatTime(listing.availableUntil);
  const areTold = telling.isSuccess || (alert?.neighborsToldAt ?? null) !== null;
  const extendTo = (availableUntil: string, undo: string | null) =>
    extending.mutate({ availableUntil }, { onSuccess: () => setBefore(undo) });
  return (
    <>
      {before !== null && (
        <p className="flex w-full flex-wrap items-center gap-x-2 text-sm">
          <output>
            <Trans>Open until {extended} now.</Trans>
          </output>
          <Button
            variant="quiet"
            busy={extending.isPending}
            aria-label={t`Undo: ${title}`}
            onClick={() => extendTo(before, null)}
            className="underline underline-offset-4"
          >
            <Trans>Undo</Trans>
          </Button>
        </p>
      )}
      {before === null && untilMs !== null && (
        <Button
          variant="secondary"
          busy={extending.isPending}
          aria-label={t`Extend until ${until}: ${title}`}
          onClick={() => extendTo(instantAt(untilMs), listing.availableUntil)}
        >
          <Trans>Extend until {until}</Trans>
        </Button>
      )}
      {areTold ? (
        <p className="flex min-h-11 items-center text-sm text-muted">
          <Trans>Neighbors who'd like it know.</Trans>
        </p>
      ) : (
        <Button
          variant="secondary"
          busy={telling.isPending}
          aria-label={t`Let neighbors know: ${title}`}
          onClick={() => telling.mutate()}
        >
          <Trans>Let neighbors know</Trans>
        </Button>
      )}
      <Button variant="quiet" aria-label={t`Mark as gone: ${title}`} onClick={() => setGone(true)}>
        <Trans>Mark as gone</Trans>
      </Button>
      {extending.error && !isUnauthorized(extending.error) && (
        <p role="alert" className="w-full text-sm font-medium">
          {errorMessage(extending.error)}
        </p>
      )}
      {isGone && (
        <Suspense>
          <WithdrawListing listing={listing} onClose={() => setGone(false)} />
        </Suspense>
      )}
    </>
  );
}
