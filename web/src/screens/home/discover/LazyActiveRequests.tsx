import { lazy, Suspense } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { loadEmergencyTexts } from '#web/features/emergency/emergency-texts.ts';
import { loadPeopleTexts } from '#web/features/moderation/people-texts.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const ActiveRequests = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/emergency/matching/ActiveRequests.tsx'),
    loadEmergencyTexts(),
    loadPeopleTexts(),
  ]);
  return { default: part.ActiveRequests };
});

/** Who near a donor asks for food, in place of the feed. */
export function LazyActiveRequests({ requestId }: { readonly requestId: string | null }) {
  return (
    <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
      <ActiveRequests me={useCurrentUser()} requestId={requestId} />
    </Suspense>
  );
}
