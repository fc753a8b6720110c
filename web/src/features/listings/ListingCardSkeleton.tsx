import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** A card's measures before the card is here, so that nothing jumps when it comes. */
export function ListingCardSkeleton() {
  return (
    <Card flush className="flex h-full flex-col">
      <Skeleton className="aspect-4/3 w-full rounded-none" />
      <div className="h-1 bg-sunken" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-5 w-11/12" />
        <Skeleton className="mb-1 h-5 w-2/3" />
        <Skeleton className="mt-auto h-11 w-full rounded-control" />
      </div>
    </Card>
  );
}
