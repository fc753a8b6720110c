import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { paths } from '#web/lib/paths.ts';

/** Navigates from a cluster to its first emergency request; null for people who are not donors. */
export function useRespond(): ((cluster: Pick<MapCluster, 'items'>) => void) | null {
  const { userType } = useCurrentUser();
  const [, navigate] = useLocation();
  if (userType !== 'donor') return null;
  return ({ items: [first] }) =>
    navigate(first ? paths.emergency(first.id) : paths.emergencies, { state: { askedAtMs: Date.now() } });
}
