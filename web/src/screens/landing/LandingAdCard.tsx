import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { loadAdTexts } from '#web/app/i18n/i18n.ts';
import { AdSlot } from '#web/features/ads/AdSlot.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';

/** The ad of the landing page, which has no data of its own. */
function LandingAdCard() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AdSlot location="landing-page" />
    </QueryClientProvider>
  );
}

/** Once its texts are there. */
export async function loadLandingAdCard() {
  await loadAdTexts();
  return { default: LandingAdCard };
}
