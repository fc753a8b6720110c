import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { useConnectionLost, useLiveState } from '#web/live/live-context.ts';
import { AlertBanner } from './AlertBanner.tsx';
import { isDismissed, type ShownAlert } from './alert-list.ts';
import { liveErrorText } from '../request-labels.ts';
import { useEmergencyAlerts } from './use-emergency-alerts.ts';

/** Names the requests for food in an address, such as a link to them. */
const HELP_HASH = '#emergency-help';

type Props = {
  /** Whether the banner may stand here; where somebody writes, what is new is said in passing alone. */
  readonly hasRoom?: boolean;
};

/** What tells donors of requests near them: the line's news in passing, and the banner while there is something to say. */
export function DonorAlerts({ hasRoom = true }: Props) {
  const me = useCurrentUser();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const help = (requestId: string | null) => {
    navigate(requestId ? paths.emergency(requestId) : paths.emergencies, {
      state: { askedAtMs: Date.now() },
    });
    window.history.replaceState(window.history.state, '', HELP_HASH);
  };
  const { alerts, dismissed, dismiss } = useEmergencyAlerts(me.id, help);

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
  const lineError = useValueWhenIdle(useConnectionLost() ? phase : null);
  const settled = useValueWhenIdle(alerts);
  const shown = useMemo(
    () => settled.filter((alert) => !isDismissed(alert, dismissed)),
    [settled, dismissed],
  );
  const room = useRoomKept();
  const dismissShown = (which: readonly ShownAlert[]) => {
    dismiss(which);
    // the banner goes, and what had the keyboard with it
    if (which.length === shown.length) document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <div ref={room}>
      {hasRoom && (shown.length > 0 || lineError !== null) && (
        <AlertBanner
          alerts={shown}
          lineError={lineError && liveErrorText(lineError)}
          onHelp={help}
          onMap={() => navigate(paths.map())}
          onDismiss={dismissShown}
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

/** So long after the last touch, key or move of the pointer nobody is about to press anything. */
const QUIET_MS = 600;
/** What is new waits no longer than this, whatever the person does. */
const AT_MOST_MS = 4000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'touchmove'] as const;
let touchedAtMs = Number.NEGATIVE_INFINITY;
const onTouch = () => {
  touchedAtMs = performance.now();
};

/** What comes and goes by itself, held back for the moment in which it would move what one is about to press. */
function useValueWhenIdle<T>(now: T): T {
  const [held, setHeld] = useState(now);
  useEffect(() => {
    const leaving = new AbortController();
    for (const touch of TOUCHES)
      window.addEventListener(touch, onTouch, { capture: true, passive: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  useEffect(() => {
    if (Object.is(held, now)) return undefined;
    const latestMs = performance.now() + AT_MOST_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const waitMs = Math.min(touchedAtMs + QUIET_MS, latestMs) - performance.now();
      if (waitMs > 0) timer = setTimeout(look, waitMs);
      else setHeld(now);
    };
    look();
    return () => clearTimeout(timer);
  }, [held, now]);
  return held;
}
