import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useContext, useEffect } from 'react';
import { LiveContext } from '#web/live/live-context.ts';

/**
 * Says on the line that a donor is there for alerts: on every connection once, before what was missed is asked for,
 * and takes it back when they leave. A connection that ends takes it back by itself.
 */
export function useDonorPresence({ id, userType }: Pick<User, 'id' | 'userType'>): void {
  const live = useContext(LiveContext);
  const isDonor = userType === 'donor';
  useEffect(() => {
    if (!live || !isDonor) return undefined;
    const stop = live.subscribe({ type: 'register_emergency_donor', userId: id });
    const leave = () => live.subscribe({ type: 'unregister_emergency_donor', userId: id })();
    // the page is put away, to sign out for one; shown again, it connects anew
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
      leave();
    };
  }, [live, id, isDonor]);
}
