import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useMap } from './map-context.ts';

/** Long enough to read a short sentence. */
const HINT_MS = 2000;

/** One finger and the wheel scroll the page, two fingers and Ctrl with the wheel the map. Others show a hint. */
export function PageGestures() {
  const { map } = useMap();
  const [hint, setHint] = useState<'fingers' | 'wheel' | null>(null);
  useEffect(() => {
    const frame = map.getContainer();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (which: 'fingers' | 'wheel') => {
      clearTimeout(timer);
      setHint(which);
      timer = setTimeout(() => setHint(null), HINT_MS);
    };
    const stopDragging = () => map.dragging.disable();
    // The browser decides at the touch whether to scroll, so that dragging is off until a mouse is pressed.
    stopDragging();
    const onDown = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') map.dragging.enable();
    };
    // after Leaflet has ended its drag
    const onUp = () => setTimeout(stopDragging);
    // the browser has taken the touch to scroll
    const onCancel = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') show('fingers');
    };
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.stopPropagation();
      show('wheel');
    };
    const before = { capture: true } as const;
    frame.addEventListener('pointerdown', onDown, before);
    frame.addEventListener('pointercancel', onCancel);
    frame.addEventListener('wheel', onWheel, { capture: true, passive: true });
    window.addEventListener('pointerup', onUp);
    return () => {
      clearTimeout(timer);
      frame.removeEventListener('pointerdown', onDown, before);
      frame.removeEventListener('pointercancel', onCancel);
      frame.removeEventListener('wheel', onWheel, before);
      window.removeEventListener('pointerup', onUp);
    };
  }, [map]);
  if (hint === null) return null;
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-4 top-1/2 z-10 mx-auto w-fit -translate-y-1/2 rounded-control bg-surface px-4 py-2 text-center font-semibold text-ink shadow-float"
    >
      {hint === 'fingers' ? (
        <Trans>Use two fingers to move the map</Trans>
      ) : (
        <Trans>Hold Ctrl while you scroll to zoom the map</Trans>
      )}
    </p>
  );
}
