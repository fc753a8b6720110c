import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AdSlot } from '#web/features/ads/AdSlot.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';

/** The ad of the landing page, which has no data of its own. */
export function LandingAdCard() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AdSlot location="landing-page" />
    </QueryClientProvider>
  );
}
