import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useLiveLost, useLiveState } from '#web/live/live-context.ts';
import { AlertBanner } from './AlertBanner.tsx';
import { isPutAway, type ShownAlert } from './alert-list.ts';
import { lineErrorWords } from './alert-words.ts';
import { useEmergencyAlerts } from './use-emergency-alerts.ts';
import { useQuiet } from './use-quiet.ts';

/** Names the requests for food in an address, such as a link to them. */
const HELP_HASH = '#emergency-help';

type Props = {
  /** Whether the banner may stand here; where somebody writes, what is new is said in passing alone. */
  readonly hasRoom?: boolean;
};

/** What tells donors of requests near them: the line's news in passing, and the banner while there is something to say. */
export function DonorAlerts({ hasRoom = true }: Props) {
  const me = useMe();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const help = (requestId: string | null) => {
    navigate(requestId ? paths.emergency(requestId) : paths.emergencies, {
      state: { askedAtMs: Date.now() },
    });
    window.history.replaceState(window.history.state, '', HELP_HASH);
  };
  const { alerts, dismissed, putAway } = useEmergencyAlerts(me.id, help);

  const followHash = useEffectEvent(() => {
    if (window.location.hash === HELP_HASH && search.get('filter') !== 'emergencies') help(null);
  });
  useEffect(() => {
    const onHash = () => followHash();
    onHash();
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);

  const { phase } = useLiveState();
  const lineError = useQuiet(useLiveLost() ? phase : null);
  const settled = useQuiet(alerts);
  const shown = useMemo(() => settled.filter((alert) => !isPutAway(alert, dismissed)), [settled, dismissed]);
  const room = useRoomKept();
  const dismiss = (which: readonly ShownAlert[]) => {
    putAway(which);
    // the banner goes, and what had the keyboard with it
    if (which.length === shown.length) document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <div ref={room}>
      {hasRoom && (shown.length > 0 || lineError !== null) && (
        <AlertBanner
          alerts={shown}
          lineError={lineError && lineErrorWords(lineError)}
          onHelp={help}
          onMap={() => navigate(paths.map())}
          onPutAway={dismiss}
        />
      )}
    </div>
  );
}

/** Scrolls along with what it holds while that is above the screen, where the browser does not by itself. */
function useRoomKept() {
  const room = useRef<HTMLDivElement>(null);
  const heightPx = useRef(0);
  useLayoutEffect(() => {
    const box = room.current?.getBoundingClientRect();
    if (!box) return;
    const grownPx = box.height - heightPx.current;
    heightPx.current = box.height;
    const isAbove = box.bottom - grownPx < 0;
    if (grownPx !== 0 && isAbove && !window.CSS.supports('overflow-anchor', 'auto'))
      window.scrollBy({ top: grownPx, behavior: 'instant' });
  });
  return room;
}
