import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { MapState } from './use-map-panel.ts';

/** What changes more often than this is said once. */
const SAID_EVERY_MS = 5000;
/** While a map is moved about, nothing is said yet. */
const FIRST_AFTER_MS = 1000;

/** The last of a text that changes, renewed no more than every five seconds. */
function useCalm(text: string): string {
  const [said, setSaid] = useState('');
  const freeAtMs = useRef(0);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    if (text === said) return undefined;
    const timer = setTimeout(
      () => {
        freeAtMs.current = performance.now() + SAID_EVERY_MS;
        setSaid(latest.current);
      },
      Math.max(FIRST_AFTER_MS, freeAtMs.current - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}

/** Says to who does not see the map what has come of it, politely and now and then. */
export function MapNews({ state }: { state: MapState }) {
  const { t } = useLingui();
  const { clusters, chosen } = state;
  const count = clusters.inView.length;
  const places = plural(count, {
    0: 'No data in current map area',
    one: '# place on the map',
    other: '# places on the map',
  });
  const said = useCalm(clusters.state === 'shown' && clusters.isCurrent ? places : '');
  return (
    <>
      <VisuallyHidden>
        <output aria-label={t`Map news`}>{said}</output>
      </VisuallyHidden>
      <output className="block text-sm text-muted empty:hidden">
        {chosen.isGone && t`What you had open is no longer on the map.`}
      </output>
    </>
  );
}
