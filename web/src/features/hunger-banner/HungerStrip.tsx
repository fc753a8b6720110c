import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';
import { type Address, useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { useStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { Later } from '#web/ui/Later.tsx';

const HungerBanner = lazyPart(async () => (await import('./HungerBanner.tsx')).HungerBanner);

/** Its heights are kept free while it loads; they do not grow as fast as the text. */
const OPEN = 'min-h-[min(2.75rem,64px)] sm:min-h-[min(1.75rem,48px)] wide:min-h-[min(2.5rem,64px)]';
const FOLDED = 'min-h-[min(1.5rem,32px)]';

/** Pages of requests and messages, where numbers of hunger are hidden. */
const isNearNeed = ({ tab, room, filter }: Address): boolean =>
  tab === 'messages' || room === 'requests' || filter === 'emergencies';

/** The space of the hunger banner under the header. */
export function HungerStrip() {
  const [address] = useAddress();
  const [isFolded, fold] = useHungerFold(useCurrentUser().id);
  const requests = useQuery(myRequestsQuery).data;
  if (isNearNeed(address) || requests?.some(isOpenRequest)) return null;
  return (
    <div className={`grid border-b bg-sunken text-ink empty:hidden ${isFolded ? FOLDED : OPEN}`}>
      <Later fallback={<span />}>
        <HungerBanner isFolded={isFolded} onFold={fold} />
      </Later>
    </div>
  );
}

/** Folded unless a person has unfolded the banner in this browser. */
function useHungerFold(personId: string): readonly [isFolded: boolean, fold: (folded: boolean) => void] {
  const stored = useMemo(
    () =>
      storedValue<true>({
        key: personalKey('hunger-banner-unfolded', personId),
        parse: (value) => (value === true ? true : null),
      }),
    [personId],
  );
  const fold = useCallback((folded: boolean) => stored.set(!folded || null), [stored]);
  return [useStore(stored) !== true, fold];
}
