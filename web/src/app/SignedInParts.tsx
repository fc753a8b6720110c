import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { meQuery } from '#web/features/accounts/account.queries.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { LiveRefresh } from './LiveRefresh.tsx';

/** What every screen behind the door has around it: the live socket, toasts, tooltips. */
export function SignedInParts({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  // Asking again who is there leads to the other side of the door when the session has ended elsewhere.
  const onSignedOut = useCallback(() => void queryClient.invalidateQueries(meQuery), [queryClient]);
  return (
    <LiveProvider onSignedOut={onSignedOut}>
      <LiveRefresh />
      <TooltipProvider>
        {children}
        <Toaster />
      </TooltipProvider>
    </LiveProvider>
  );
}
