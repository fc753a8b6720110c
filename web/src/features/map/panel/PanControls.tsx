import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Move } from 'lucide-react';
import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useId, useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import { scrollBehavior } from '#web/lib/use-media-query.ts';

type Way = 'north' | 'west' | 'east' | 'south';

const STEPS: Readonly<Record<Way, readonly [right: number, down: number]>> = {
  north: [0, -1],
  west: [-1, 0],
  east: [1, 0],
  south: [0, 1],
};
const WAY_OF_KEY: Readonly<Record<string, Way>> = {
  ArrowUp: 'north',
  ArrowLeft: 'west',
  ArrowRight: 'east',
  ArrowDown: 'south',
};
/** How much of what is in sight one step moves it by. */
const STEP = 0.25;

function move(map: LeafletMap, way: Way): void {
  const { x, y } = map.getSize();
  const [right, down] = STEPS[way];
  map.panBy([right * x * STEP, down * y * STEP], { animate: scrollBehavior() === 'smooth' });
}

/** Lets the ground of a `BaseMap` have the keyboard: arrows move it, + and − zoom. */
function useGroundKeys(map: LeafletMap, name: string, hintId: string): void {
  useEffect(() => {
    const ground = map.getContainer();
    ground.tabIndex = 0;
    ground.setAttribute('role', 'group');
    ground.setAttribute('aria-label', name);
    ground.setAttribute('aria-describedby', hintId);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== ground || event.ctrlKey || event.metaKey || event.altKey) return;
      const way = WAY_OF_KEY[event.key];
      if (way) move(map, way);
      else if (event.key === '+' || event.key === '=') map.zoomIn();
      else if (event.key === '-') map.zoomOut();
      else return;
      event.preventDefault();
    };
    ground.addEventListener('keydown', onKeyDown);
    return () => ground.removeEventListener('keydown', onKeyDown);
  }, [map, name, hintId]);
}

/** Moves a `BaseMap` for whoever does not drag: by the arrow keys, or by four buttons behind one. */
export function PanControls() {
  const { t } = useLingui();
  const { map } = useMap();
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const buttonsId = useId();
  useGroundKeys(map, t`Map ground`, hintId);
  const ways = [
    { way: 'north', label: t`Move north`, icon: <ArrowUp aria-hidden="true" />, place: 'col-start-2' },
    {
      way: 'west',
      label: t`Move west`,
      icon: <ArrowLeft aria-hidden="true" />,
      place: 'col-start-1 row-start-2',
    },
    {
      way: 'east',
      label: t`Move east`,
      icon: <ArrowRight aria-hidden="true" />,
      place: 'col-start-3 row-start-2',
    },
    {
      way: 'south',
      label: t`Move south`,
      icon: <ArrowDown aria-hidden="true" />,
      place: 'col-start-2 row-start-3',
    },
  ] as const;
  return (
    <>
      <p id={hintId} hidden>
        <Trans>Arrow keys move the map, + and − zoom.</Trans>
      </p>
      <div className="absolute end-2 top-40 z-10">
        <IconButton
          label={t`Move the map`}
          icon={<Move aria-hidden="true" />}
          variant="raised"
          aria-expanded={isOpen}
          aria-controls={isOpen ? buttonsId : undefined}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        // a map has its west on the left in every language
        <div id={buttonsId} dir="ltr" className="absolute end-15 top-15 z-10 grid grid-cols-3">
          {ways.map(({ way, label, icon, place }) => (
            <IconButton
              key={way}
              label={label}
              icon={icon}
              variant="raised"
              className={place}
              onClick={() => move(map, way)}
            />
          ))}
        </div>
      )}
    </>
  );
}
