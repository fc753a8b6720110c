import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useContext, useEffect } from 'react';
import { LiveContext } from '#web/live/live-context.ts';

/** Registers a donor for alerts with each connection, before missed events are requested, until unmount. */
export function useDonorPresence({ id, userType }: Pick<User, 'id' | 'userType'>): void {
  const live = useContext(LiveContext);
  const isDonor = userType === 'donor';
  useEffect(() => {
    if (!live || !isDonor) return undefined;
    const stop = live.subscribe({ type: 'register_emergency_donor', userId: id });
    const leave = () => live.subscribe({ type: 'unregister_emergency_donor', userId: id })();
    // The page is left, for example to sign out; a restored page reconnects.
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
      leave();
    };
  }, [live, id, isDonor]);
}
