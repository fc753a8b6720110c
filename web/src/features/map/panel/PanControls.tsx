import { Trans, useLingui } from '@lingui/react/macro';
import type { Map as LeafletMap } from 'leaflet';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Move } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useMap } from '#web/ui/map/map-context.ts';

type Direction = 'north' | 'west' | 'east' | 'south';

const STEPS: Readonly<Record<Direction, readonly [right: number, down: number]>> = {
  north: [0, -1],
  west: [-1, 0],
  east: [1, 0],
  south: [0, 1],
};
const DIRECTION_OF_KEY: Readonly<Record<string, Direction>> = {
  ArrowUp: 'north',
  ArrowLeft: 'west',
  ArrowRight: 'east',
  ArrowDown: 'south',
};
/** The part of the viewport that one step moves. */
const STEP = 0.25;

function move(map: LeafletMap, direction: Direction): void {
  const { x, y } = map.getSize();
  const [right, down] = STEPS[direction];
  map.panBy([right * x * STEP, down * y * STEP], { animate: scrollBehavior() === 'smooth' });
}

/** Makes the map focusable: arrow keys pan, + and − zoom. */
function useMapKeys(map: LeafletMap, name: string, hintId: string): void {
  useEffect(() => {
    const container = map.getContainer();
    container.tabIndex = 0;
    container.setAttribute('role', 'group');
    container.setAttribute('aria-label', name);
    container.setAttribute('aria-describedby', hintId);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== container || event.ctrlKey || event.metaKey || event.altKey) return;
      const direction = DIRECTION_OF_KEY[event.key];
      if (direction) move(map, direction);
      else if (event.key === '+' || event.key === '=') map.zoomIn();
      else if (event.key === '-') map.zoomOut();
      else return;
      event.preventDefault();
    };
    container.addEventListener('keydown', onKeyDown);
    return () => container.removeEventListener('keydown', onKeyDown);
  }, [map, name, hintId]);
}

/** Pans a `BaseMap` without dragging: by the arrow keys, or by four buttons behind one. */
export function PanControls() {
  const { t } = useLingui();
  const { map } = useMap();
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const buttonsId = useId();
  useMapKeys(map, t`Map area`, hintId);
  const directions = [
    { direction: 'north', label: t`Move north`, icon: <ArrowUp />, place: 'col-start-2' },
    {
      direction: 'west',
      label: t`Move west`,
      icon: <ArrowLeft />,
      place: 'col-start-1 row-start-2',
    },
    {
      direction: 'east',
      label: t`Move east`,
      icon: <ArrowRight />,
      place: 'col-start-3 row-start-2',
    },
    {
      direction: 'south',
      label: t`Move south`,
      icon: <ArrowDown />,
      place: 'col-start-2 row-start-3',
    },
  ] as const;
  return (
    <>
      <p id={hintId} hidden>
        <Trans>Use the arrow keys to move the map, and + and − to zoom.</Trans>
      </p>
      <div className="relative">
        <IconButton
          label={t`Move the map`}
          icon={<Move />}
          variant="raised"
          aria-expanded={isOpen}
          aria-controls={isOpen ? buttonsId : undefined}
          onClick={() => setOpen(!isOpen)}
        />
        {isOpen && (
          // west is on the left in right-to-left languages too
          <div
            id={buttonsId}
            dir="ltr"
            className="absolute end-13 -top-11 z-10 grid grid-cols-3 in-data-row:top-0 low:top-0"
          >
            {directions.map(({ direction, label, icon, place }) => (
              <IconButton
                key={direction}
                label={label}
                icon={icon}
                variant="raised"
                className={place}
                onClick={() => move(map, direction)}
              />
            ))}
          </div>
        )}
      </div>
    </>
  );
}
