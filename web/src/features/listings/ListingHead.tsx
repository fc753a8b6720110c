import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ListingPicture } from './ListingPicture.tsx';

type Props = {
  readonly listing: Listing;
  readonly href: string;
  readonly title?: 'h3' | 'p';
  readonly children: ReactNode;
};

/** The head of a listing in a block beside the feed: its picture, its title as a link, and further facts. */
export function ListingHead({ listing, href, title: Title = 'h3', children }: Props) {
  const [photo = null] = listing.photos;
  return (
    <div className="flex items-start gap-3">
      <ListingPicture
        photo={photo}
        title={listing.title}
        category={listing.category}
        alt={photo?.caption ?? ''}
        sizes="4.5rem"
        shape="square"
        className="w-18 shrink-0 rounded-control"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Title className="font-sans text-base/tight font-semibold tracking-normal wrap-anywhere">
          <Link href={href} className="target-44 rounded-small hover:underline">
            <bdi>{listing.title}</bdi>
          </Link>
        </Title>
        {children}
      </div>
    </div>
  );
}
