import type { ComponentType } from 'react';
import type { MapPanelProps } from '#web/features/map/panel/use-map-state.ts';

type Maps = {
  MapPanel?: ComponentType<MapPanelProps>;
  MapSheet?: ComponentType<MapPanelProps & { readonly onClose: () => void }>;
};

let mocks: Maps = {};

/**
 * Replaces the map beside the feed and the map at full size, which draw on a canvas, until the end of the test.
 * setup.ts wraps both modules with `withMapMock`: they are loaded lazily and once for all tests.
 */
export function mockMap(maps: Maps): void {
  mocks = maps;
}

/** The module, whose component renders the mock of `mockMap` if one is set. */
export function withMapMock<Which extends keyof Maps>(which: Which, real: Pick<Required<Maps>, Which>) {
  const Map = (props: object) => {
    const Shown = (mocks[which] ?? real[which]) as ComponentType;
    return <Shown {...props} />;
  };
  return { [which]: Map };
}
