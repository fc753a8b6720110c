import { useEffect } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { paths } from '#web/lib/paths.ts';

const PROVIDER_SCRIPT = 'script[src^="https://js.stripe.com/"]';

/** The path that the document was loaded from: only at its own address may the page load the provider's script. */
function loadedFrom(): string | null {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return entry ? new URL(entry.name, window.location.href).pathname : null;
}

/**
 * Limits the card provider to the donation page: on arrival from another screen the page is loaded again at its own
 * address, whose content security policy allows the provider; once its script has run, the next page is loaded without
 * it.
 */
export function usePaymentPage(): void {
  const takesPayments = Boolean(useCommunity()?.payments);
  useEffect(() => {
    const path = loadedFrom();
    // the same path again would change nothing
    const isElsewhere = path !== null && path !== paths.donate && path !== window.location.pathname;
    if (takesPayments && isElsewhere) window.location.reload();
  }, [takesPayments]);
  useEffect(
    () => () => {
      const hasLeft = window.location.pathname !== paths.donate;
      if (hasLeft && document.querySelector(PROVIDER_SCRIPT)) window.location.reload();
    },
    [],
  );
}
