import { Trans, useLingui } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Link2, Package, Wheat } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTitleOver } from '#web/features/community/use-document-title.ts';
import { PersonLink, SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { focusFallback } from '#web/lib/focus.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { shareLink } from '#web/lib/share-link.ts';
import { useNow } from '#web/lib/use-now.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { fadeCutEnds } from '#web/ui/fade-cut-ends.ts';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { OwnListingActions } from '../edit/OwnListingActions.tsx';
import { FreshnessBadge, ListingStateBadge } from '../ListingBadges.tsx';
import { categoryLabel } from '../listing-labels.ts';
import { listingQuery } from '../listings.queries.ts';
import { Ingredients, ListingFacts, PickupFacts } from './ListingFacts.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ListingPicture } from '../ListingPicture.tsx';

type Props = {
  readonly id: string;
  readonly meId: string;
  readonly avoids: readonly Allergen[];
  /** Whether the viewer comes for it. */
  readonly isClaimed: boolean;
  readonly onClose: () => void;
  /** What the viewer can do with another person's listing, such as claiming; always visible. */
  readonly renderAction: (listing: Listing) => ReactNode;
  /** Who comes for one's own food, and what they wait for. */
  readonly renderPickups: (listing: Listing) => ReactNode;
  readonly renderHours: (listing: Listing) => ReactNode;
  /** How a receiver keeps it safe; null for none. */
  readonly renderTip: (listing: Listing) => ReactNode;
};

export function ListingDialog(props: Props) {
  const { id, meId, avoids, onClose, renderAction } = props;
  // Without a network it fails immediately and shows so; it is fetched again when the network is back.
  const query = useQuery({ ...listingQuery(id), networkMode: 'always', refetchOnReconnect: true });
  const listing = query.data;
  const isGone = query.error instanceof HttpError && [400, 404].includes(query.error.status);
  useTitleOver(listing?.title);
  return (
    <Dialog
      inAddress
      elseFocus={focusFallback}
      onOpenChange={onClose}
      title={listing?.title ?? (query.isError ? <Trans>Listing</Trans> : <Trans>One moment</Trans>)}
      {...(listing && {
        footer: isGone ? (
          <div className="flex w-full">
            <ListingStateBadge status={listing.status} isGone />
          </div>
        ) : (
          <Footer listing={listing} meId={meId} renderAction={renderAction} />
        ),
      })}
    >
      {listing ? (
        <ListingBody
          listing={listing}
          meId={meId}
          avoids={avoids}
          isClaimed={props.isClaimed}
          onClose={onClose}
          pickups={props.renderPickups(listing)}
          hours={props.renderHours(listing)}
          tip={props.renderTip(listing)}
        />
      ) : isGone ? (
        <EmptyState
          illustration="plate"
          title={<Trans>This food isn't available anymore</Trans>}
          action={
            <Button onClick={onClose}>
              <Trans>See what else is near you</Trans>
            </Button>
          }
        >
          <Trans>Someone may have claimed it, or the donor stopped sharing it.</Trans>
        </EmptyState>
      ) : (
        <QueryState of={query} title={<Trans>We couldn't load this listing.</Trans>}>
          <div aria-busy="true" className="flex flex-col gap-4">
            <Skeleton className="aspect-4/3 rounded-card sm:aspect-16/10" />
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-24" />
          </div>
        </QueryState>
      )}
    </Dialog>
  );
}

type FooterProps = Pick<Props, 'renderAction'> & { readonly listing: Listing; readonly meId: string };

function Footer({ listing, meId, renderAction }: FooterProps) {
  if (listing.donorId !== meId) {
    return (
      <div className="flex w-full">
        {renderAction(listing) ?? <ListingStateBadge status={listing.status} />}
      </div>
    );
  }
  return <OwnListingActions listing={listing} />;
}

type BodyProps = Pick<Props, 'meId' | 'avoids' | 'isClaimed' | 'onClose'> & {
  readonly listing: Listing;
  readonly pickups: ReactNode;
  readonly hours: ReactNode;
  readonly tip: ReactNode;
};

function ListingBody({ listing, meId, avoids, isClaimed, onClose, pickups, hours, tip }: BodyProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const isOwn = listing.donorId === meId;
  const share = async () => {
    const result = await shareLink(listing.title, paths.listing(listing.id));
    if (result === 'copied') toast({ title: t`Link copied` });
    if (result === 'failed') toastFailure(t`We couldn't copy the link`);
  };
  const shareButton = <IconButton label={t`Share link`} icon={<Link2 />} onClick={() => void share()} />;
  return (
    <div className="flex flex-col gap-5">
      <PhotoGallery key={listing.id} listing={listing} />
      <div className="-mt-2 flex items-center">
        <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-2">
          {isOwn && <ListingStateBadge status={listing.status} />}
          <FreshnessBadge listing={listing} nowMs={nowMs} />
          {listing.isBulk && (
            <Badge tone="accent" icon={<Package />}>
              <Trans>Bulk</Trans>
            </Badge>
          )}
          <span className="text-sm text-muted first-letter:uppercase">{categoryLabel(listing.category)}</span>
        </div>
        {isOwn && <span className="-my-2">{shareButton}</span>}
      </div>
      {/* when, where and what is in it are in sight beside the button that claims it */}
      <PickupFacts listing={listing} nowMs={nowMs} isOwn={isOwn} isClaimed={isClaimed} hours={hours} />
      <div className="flex gap-2">
        <Wheat aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <Ingredients listing={listing} avoids={isOwn ? [] : avoids} isOwn={isOwn} />
      </div>
      {isOwn ? (
        pickups
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 max-[15rem]:[&>*:nth-child(2)]:basis-3/5">
          <PersonAvatar person={listing.donor} />
          <div className="min-w-0 flex-1">
            <PersonLink id={listing.donor.id} className="font-semibold">
              <bdi translate="no">{listing.donor.displayName}</bdi>
            </PersonLink>
            <p className="text-sm text-muted">
              {listing.donor.organizationName ? (
                <Trans>Business Partner</Trans>
              ) : (
                <Trans>Sharing this food</Trans>
              )}
            </p>
          </div>
          {shareButton}
          <SafetyMenu
            person={listing.donor}
            subject={{ type: 'listing', id: listing.id }}
            onBlocked={onClose}
          />
        </div>
      )}
      {listing.description && (
        <p dir="auto" className="whitespace-pre-line">
          {listing.description}
        </p>
      )}
      <ListingFacts listing={listing} nowMs={nowMs} isOwn={isOwn} tip={tip} />
    </div>
  );
}

function PhotoGallery({ listing }: { readonly listing: Listing }) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const { photos, title, category } = listing;
  const count = photos.length;
  const number = at + 1;
  const shown = photos[at] ?? null;
  return (
    <div>
      <ListingPicture
        photo={shown}
        title={title}
        category={category}
        alt={shown?.caption || (count > 1 ? t`${title}, photo ${number} of ${count}` : title)}
        sizes="(min-width: 40rem) 36rem, 100vw"
        eager
        // a drawing says less than a photo, and leaves the first screen to the facts
        className={classNames(
          'rounded-card',
          count > 0 ? 'max-h-[38svh] sm:aspect-16/10' : 'max-sm:aspect-5/2 sm:aspect-3/1',
        )}
      />
      {count > 1 && (
        <ul ref={fadeCutEnds} className="mt-2 flex gap-2 overflow-x-auto p-1">
          {photos.map((photo, index) => {
            const position = index + 1;
            return (
              <li key={photo.objectPath}>
                <button
                  type="button"
                  aria-label={
                    photo.caption ? t`Show photo ${position}: ${photo.caption}` : t`Show photo ${position}`
                  }
                  aria-current={index === at}
                  onClick={() => setAt(index)}
                  className={classNames(
                    'block w-20 overflow-hidden rounded-small',
                    index === at ? 'ring-2 ring-brand' : 'opacity-80 hover:opacity-100',
                  )}
                >
                  <ListingPicture photo={photo} title={title} category={category} sizes="5rem" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
