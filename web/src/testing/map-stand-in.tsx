import type { ComponentType } from 'react';
import type { MapPanelProps } from '#web/features/map/panel/use-map-state.ts';

type Maps = {
  panel?: ComponentType<MapPanelProps>;
  sheet?: ComponentType<MapPanelProps & { readonly onClose: () => void }>;
};

let standIns: Maps = {};

/**
 * Shows these in place of the map beside the feed and of the map at full size, which draw on a canvas, until the end
 * of the test. setup.ts puts `withStandIn` around both modules: they are loaded lazily and once for all tests.
 */
export function standInForMap(maps: Maps): void {
  standIns = maps;
}

/** The module with its component behind a stand-in, if there is one. */
export function withStandIn<Which extends keyof Maps>(
  which: Which,
  { default: Real }: { readonly default: NonNullable<Maps[Which]> },
) {
  const Map = (props: object) => {
    const Shown = (standIns[which] ?? Real) as ComponentType;
    return <Shown {...props} />;
  };
  return { default: Map };
}
