import { Trans, useLingui } from '@lingui/react/macro';
import { type Listing, withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '#web/lib/call.ts';
import { formatPickupWindow } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { ListingPicture } from '../ListingPicture.tsx';
import { amountBeside } from '../titles.ts';

type SharedConfirmationProps = {
  readonly listing: Listing;
  readonly timeZone: string;
  readonly onUndone: () => void;
  readonly onAnother: () => void;
};

/** What was just shared, in one sentence, in the place of its form. */
export function SharedConfirmation({ listing, timeZone, onUndone, onAnother }: SharedConfirmationProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // the form's button was far below
    window.scrollTo({ top: 0 });
  }, []);
  const undoing = useMutation({
    mutationFn: () => call(withdrawListing, { params: { id: listing.id } }),
    onSuccess: ({ status }) => {
      if (status === 'withdrawn') onUndone();
    },
  });
  const pickup = formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs, timeZone);
  const { title } = listing;
  const amount = amountBeside(title, listing.estimatedServings, listing.countedAs);
  return (
    <Card as="section" flush aria-label={t`Just shared`}>
      <ListingPicture
        photo={listing.photos[0] ?? null}
        title={title}
        category={listing.category}
        sizes="(min-width: 42rem) 42rem, 100vw"
        eager
        className="max-h-56"
      />
      <div className="flex flex-col gap-3 p-4 sm:p-6">
        <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-xl text-brand outline-none">
          <CircleCheck className="size-6 shrink-0" />
          <Trans>Shared. Thank you!</Trans>
        </h2>
        <p className="text-lg">
          {amount === null ? (
            <Trans>
              <b>
                <bdi>{title}</bdi>
              </b>
              , {pickup}
            </Trans>
          ) : (
            <Trans>
              <b>
                <bdi>{title}</bdi>
              </b>
              , {amount}, {pickup}
            </Trans>
          )}
        </p>
        <p>
          {undoing.isSuccess ? (
            <Trans>
              Someone was faster and has claimed some. Their pickup stays; nothing more is offered.
            </Trans>
          ) : (
            <Trans>We'll let you know when someone claims it.</Trans>
          )}
        </p>
        <ErrorNotice>{undoing.isError && errorMessage(undoing.error)}</ErrorNotice>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onAnother}>
            <Trans>Share another</Trans>
          </Button>
          {!undoing.isSuccess && (
            <Button variant="secondary" busy={undoing.isPending} onClick={() => undoing.mutate()}>
              <Trans>Undo</Trans>
            </Button>
          )}
          <LinkButton variant="secondary" href={paths.shareAgain(listing.id)}>
            <Trans>Same tomorrow</Trans>
          </LinkButton>
          <LinkButton variant="secondary" href={paths.listing(listing.id, paths.tab('share'))}>
            <Trans>See your listing</Trans>
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
