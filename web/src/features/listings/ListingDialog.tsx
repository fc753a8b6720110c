import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Link2, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitleOver } from '#web/features/community/use-document-title.ts';
import { PersonLink } from '#web/features/moderation/PersonLink.tsx';
import { SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { HttpError, sentenceOf } from '#web/lib/http-error.ts';
import { keyboardHeir } from '#web/lib/keyboard-heir.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { categoryName } from './category-name.ts';
import { FreshnessBadge } from './FreshnessBadge.tsx';
import { ListingFacts } from './ListingFacts.tsx';
import { oneListing } from './listings.queries.ts';
import { ListingStateBadge } from './ListingStateBadge.tsx';
import { PhotoGallery } from './PhotoGallery.tsx';
import { shareListingLink } from './share-link.ts';
import { OwnListingActions } from './OwnListingActions.tsx';

type Props = {
  readonly id: string;
  readonly me: Pick<User, 'id' | 'allergens'>;
  readonly onClose: () => void;
  /** What the person can do with a listing of somebody else, such as claiming; it stays in sight. */
  readonly renderAction: (listing: Listing) => ReactNode;
};

/** One listing in full, over the screen it was opened from. */
export function ListingDialog({ id, me, onClose, renderAction }: Props) {
  // Without a network it fails at once and says so, and is asked for anew when there is one again.
  const query = useQuery({ ...oneListing(id), networkMode: 'always', refetchOnReconnect: true });
  const listing = query.data;
  const isGone = query.error instanceof HttpError && [400, 404].includes(query.error.status);
  useTitleOver(listing?.title);
  return (
    <Dialog
      open
      elseFocus={keyboardHeir}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={listing?.title ?? (query.isError ? <Trans>Listing</Trans> : <Trans>One moment</Trans>)}
      {...(listing && {
        footer: isGone ? (
          <div className="flex w-full">
            <ListingStateBadge status={listing.status} isGone />
          </div>
        ) : (
          <Footer listing={listing} meId={me.id} renderAction={renderAction} />
        ),
      })}
    >
      {listing ? (
        <ListingBody listing={listing} me={me} onClose={onClose} />
      ) : isGone ? (
        <EmptyState
          drawing="plate"
          title={<Trans>This food is no longer here</Trans>}
          action={
            <Button onClick={onClose}>
              <Trans>See what else is near you</Trans>
            </Button>
          }
        >
          <Trans>It may have found its table, or it was taken back.</Trans>
        </EmptyState>
      ) : query.isError ? (
        <ErrorState
          title={<Trans>We could not load this listing.</Trans>}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {sentenceOf(query.error)}
        </ErrorState>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <Skeleton className="aspect-4/3 rounded-card sm:aspect-16/10" />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-24" />
        </div>
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
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-2">
      <div className="flex flex-wrap gap-2">
        <Badge tone="info">
          <Trans>Your listing</Trans>
        </Badge>
        <ListingStateBadge status={listing.status} />
      </div>
      <OwnListingActions listing={listing} />
    </div>
  );
}

type BodyProps = Pick<Props, 'me' | 'onClose'> & { readonly listing: Listing };

function ListingBody({ listing, me, onClose }: BodyProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const isOwn = listing.donorId === me.id;
  const shareLink = async () => {
    const result = await shareListingLink(listing);
    if (result === 'copied') toast({ title: t`Link copied` });
    if (result === 'failed') toast({ title: t`The link could not be copied`, tone: 'destructive' });
  };
  return (
    <div className="flex flex-col gap-5">
      <PhotoGallery key={listing.id} listing={listing} />
      <div className="flex flex-wrap items-center gap-2">
        <FreshnessBadge times={listing} nowMs={nowMs} />
        <Badge>
          <span className="capitalize">{categoryName(listing.category)}</span>
        </Badge>
        {listing.isBulk && (
          <Badge tone="accent" icon={<Package aria-hidden="true" />}>
            <Trans>Bulk</Trans>
          </Badge>
        )}
      </div>
      <div className="flex items-center gap-3">
        <Avatar initials={listing.donor.initials} seed={listing.donor.id} />
        <div className="min-w-0 flex-1">
          {isOwn ? (
            <p className="truncate font-semibold">{listing.donor.displayName}</p>
          ) : (
            <PersonLink id={listing.donor.id} className="font-semibold">
              {listing.donor.displayName}
            </PersonLink>
          )}
          <p className="text-sm text-muted">
            {listing.donor.organizationName ? (
              <Trans>Business Partner</Trans>
            ) : (
              <Trans>shares this food</Trans>
            )}
          </p>
        </div>
        <IconButton
          label={t`Share link`}
          icon={<Link2 aria-hidden="true" />}
          onClick={() => void shareLink()}
        />
        {!isOwn && (
          <SafetyMenu
            person={listing.donor}
            subject={{ type: 'listing', id: listing.id }}
            onBlocked={onClose}
          />
        )}
      </div>
      {listing.description && <p className="whitespace-pre-line">{listing.description}</p>}
      <ListingFacts listing={listing} nowMs={nowMs} isOwn={isOwn} avoids={isOwn ? [] : me.allergens} />
    </div>
  );
}
