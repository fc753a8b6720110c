import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { useConnectionLost, useLiveState } from '#web/live/live-context.ts';
import { dismissToast } from '#web/ui/toast-store.ts';
import { liveErrorText } from '../request-labels.ts';
import { isDismissed, type ShownAlert } from './alert-list.ts';
import { AlertBanner } from './AlertBanner.tsx';
import { useEmergencyAlerts } from './use-emergency-alerts.tsx';

/** The hash that opens the requests, for example from a link. */
const HELP_HASH = '#emergency-help';

type Props = {
  /** All they offer on Discover, one line elsewhere; toasts alone where nothing may be shown. */
  readonly shownAs?: 'banner' | 'line' | 'toasts';
};

export function DonorAlerts({ shownAs = 'banner' }: Props) {
  const me = useCurrentUser();
  const [, navigate] = useLocation();
  const [{ filter }] = useAddress();
  const help = (requestId: string | null, opensHelp = false) => {
    dismissToast();
    navigate(requestId ? paths.emergency(requestId) : paths.emergencies, {
      state: { askedAtMs: Date.now(), opensHelp },
    });
    window.history.replaceState(window.history.state, '', HELP_HASH);
  };
  const { alerts, dismissed, dismiss } = useEmergencyAlerts(me.id, (requestId) => help(requestId));

  const followHash = useEffectEvent(() => {
    if (window.location.hash === HELP_HASH && filter !== 'emergencies') help(null);
  });
  useEffect(() => {
    const onHash = () => followHash();
    onHash();
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);

  const { phase } = useLiveState();
  const connectionError = useValueWhenIdle(useConnectionLost() ? phase : null);
  const settled = useValueWhenIdle(alerts);
  const shown = useMemo(
    () => settled.filter((alert) => !isDismissed(alert, dismissed)),
    [settled, dismissed],
  );
  const container = useScrollAnchor();
  const dismissShown = (which: readonly ShownAlert[]) => {
    dismiss(which);
    // The banner disappears with the focused button.
    if (which.length === shown.length) document.getElementById('content')?.focus({ preventScroll: true });
  };
  const isShown = shownAs !== 'toasts' && (shown.length > 0 || connectionError !== null);
  const errorText = connectionError && liveErrorText(connectionError);
  return (
    <div ref={container}>
      {isShown && shownAs === 'line' && (
        <AlertLine alerts={shown} connectionError={errorText} onHelp={() => help(null)} />
      )}
      {isShown && shownAs === 'banner' && (
        <AlertBanner
          alerts={shown}
          connectionError={errorText}
          onHelp={(requestId) => help(requestId, requestId !== null)}
          onMap={() => navigate(paths.map())}
          onDismiss={dismissShown}
        />
      )}
    </div>
  );
}

/** Keeps the scroll position when the height changes above the viewport, in browsers without scroll anchoring. */
function useScrollAnchor() {
  const container = useRef<HTMLDivElement>(null);
  const heightPx = useRef(0);
  useLayoutEffect(() => {
    // measuring lays out the whole page within each commit
    if (window.CSS.supports('overflow-anchor', 'auto')) return;
    const rect = container.current?.getBoundingClientRect();
    if (!rect) return;
    const grownPx = rect.height - heightPx.current;
    heightPx.current = rect.height;
    const isAbove = rect.bottom - grownPx < 0;
    if (grownPx !== 0 && isAbove) window.scrollBy({ top: grownPx, behavior: 'instant' });
  });
  return container;
}

/** Idle: this long after the last touch, key press or pointer move. */
const IDLE_AFTER_MS = 600;
/** The longest delay, whatever the person does. */
const MAX_DELAY_MS = 4000;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'touchmove'] as const;
let lastActivityMs = Number.NEGATIVE_INFINITY;
const onActivity = () => {
  lastActivityMs = performance.now();
};

/** Delays changes until the person is idle, so that nothing moves under what they are about to press. */
function useValueWhenIdle<T>(now: T): T {
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const listeners = new AbortController();
    for (const event of ACTIVITY_EVENTS)
      window.addEventListener(event, onActivity, { capture: true, passive: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  useEffect(() => {
    if (Object.is(settled, now)) return undefined;
    const latestMs = performance.now() + MAX_DELAY_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const waitMs = Math.min(lastActivityMs + IDLE_AFTER_MS, latestMs) - performance.now();
      if (waitMs > 0) timer = setTimeout(settle, waitMs);
      else setSettled(now);
    };
    settle();
    return () => clearTimeout(timer);
  }, [settled, now]);
  return settled;
}

type AlertLineProps = {
  readonly alerts: readonly ShownAlert[];
  /** Why alerts may be delayed; null while the socket is connected. */
  readonly connectionError: string | null;
  readonly onHelp: () => void;
};

/** The requests near a donor in one line, where something else is being done: leads to them. */
export function AlertLine({ alerts, connectionError, onHelp }: AlertLineProps) {
  const titleId = useId();
  const count = alerts.length;
  const title = (
    <>
      <span aria-hidden="true">🚨</span> <Trans>Emergency Food Requests Nearby</Trans>
    </>
  );
  return (
    <section
      aria-labelledby={titleId}
      className="-mx-4 -mt-5 mb-4 border-b bg-sunken px-4 text-sm font-semibold sm:-mx-6 sm:-mt-8 sm:mb-6 sm:px-6 min-[81rem]:mx-0 min-[81rem]:-mt-4 min-[81rem]:rounded-control min-[81rem]:border min-[81rem]:px-4"
    >
      {count > 0 ? (
        <>
          <button
            type="button"
            onClick={onHelp}
            className="flex min-h-11 w-full items-center gap-1.5 py-1 text-start font-semibold forced-colors:px-2"
          >
            <span id={titleId} className="min-w-0">
              {title}
            </span>
            <span aria-hidden="true" className="tabular-nums">
              ({count})
            </span>
            <span className="ms-auto flex shrink-0 items-center gap-1 underline underline-offset-4">
              <span className="max-sm:sr-only">
                <Trans>Help Now</Trans>
              </span>
              <ChevronRight className="size-5 rtl:-scale-x-100" />
            </span>
          </button>
          <output aria-labelledby={titleId} className="sr-only">
            {plural(count, { one: '# request', other: '# requests' })}
          </output>
        </>
      ) : (
        <p id={titleId} className="pt-2">
          {title}
        </p>
      )}
      {connectionError !== null && (
        <p className="pb-2">
          <Trans>Emergency alerts may be delayed: {connectionError}</Trans>
        </p>
      )}
    </section>
  );
}
