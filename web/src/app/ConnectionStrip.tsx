import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAddress } from '#web/lib/address.ts';
import { useOnline } from '#web/lib/use-online.ts';

/** How high the strip is; what sticks to the top of the page sticks below it. */
const HEIGHT = '--connection-strip';

/**
 * A strip at the top of the page, wherever it is scrolled to, while the device is offline. A conversation says it
 * itself, beside its input.
 */
export function ConnectionStrip() {
  const online = useOnline();
  const [{ tab, conversation }] = useAddress();
  const isTalking = tab === 'messages' && conversation !== null;
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!strip) return undefined;
    const { style } = document.documentElement;
    const measure = () => style.setProperty(HEIGHT, `${strip.offsetHeight}px`);
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      style.removeProperty(HEIGHT);
    };
  }, [strip]);
  return (
    <output className="sticky top-0 z-60 block">
      {!online && !isTalking && (
        <p
          ref={setStrip}
          className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm font-medium text-bg forced-colors:border-b"
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <Trans>You're offline. This may be out of date, and you can't send anything.</Trans>
        </p>
      )}
    </output>
  );
}
