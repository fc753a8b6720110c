import { Skeleton } from '#web/ui/Skeleton.tsx';

/** As high as the provider's fields for a card. */
export function PaymentFieldsSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-17 rounded-control" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-17 rounded-control" />
        <Skeleton className="h-17 rounded-control" />
      </div>
      <Skeleton className="h-17 rounded-control" />
    </div>
  );
}
