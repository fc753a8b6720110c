import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Category, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { DEFAULT_CLUSTER_RADIUS_M } from '@openlarder/domain/map/map-options.ts';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';

/** What somebody looks for on the map; nothing chosen stands for all. */
export type MapFilter = {
  readonly categories: readonly Category[];
  readonly urgencyLevels: readonly UrgencyLevel[];
  /** How far from its centre a cluster may gather, in metres. */
  readonly radiusM: number;
};

/** How many choices are made of what to look for. */
export const countMapFilters = ({ categories, urgencyLevels, radiusM }: MapFilter): number =>
  categories.length + urgencyLevels.length + Number(radiusM !== DEFAULT_CLUSTER_RADIUS_M);

/** Whether it leaves anything out; the radius only gathers. */
export const excludesItems = ({ categories, urgencyLevels }: MapFilter): boolean =>
  categories.length + urgencyLevels.length > 0;

export const NO_MAP_FILTER: MapFilter = {
  categories: [],
  urgencyLevels: [],
  radiusM: DEFAULT_CLUSTER_RADIUS_M,
};

/** Where the map opens for somebody whose place is not known. */
export const DEFAULT_BOUNDS: GeoBounds = { north: 40.7831, south: 40.7489, east: -73.9441, west: -74.0059 };

/** The whole panel; `height` comes from the place it stands in. */
export type MapPanelProps = {
  /** The person's own place, if they have said it. */
  readonly myPlace: GeoPoint | null;
  /** What part of the map the feed is narrowed to. */
  readonly area: GeoBounds | null;
  /** Narrows the feed to a cluster or to what is in sight; null for everywhere. */
  readonly onArea: (area: GeoBounds | null) => void;
  /** Where Back from an open listing leads. */
  readonly under: string;
  /** Brings the feed into view, with the keyboard; left out where closing the map does so. */
  readonly onShowFeed?: () => void;
  /** Leads to who needs food at a place; null for whoever answers no requests. */
  readonly onRespond?: ((cluster: MapCluster) => void) | null;
};

export type ClusterMarkersProps = {
  readonly clusters: readonly MapCluster[];
  readonly chosenId: string | null;
  /** Stands out though nobody has chosen it. */
  readonly pointedAtId?: string | null;
  /** The listing whose card is hovered or has the focus. */
  readonly marked: HighlightedListing | null;
  readonly onChoose: (cluster: MapCluster) => void;
};

export type MapFiltersProps = {
  readonly filter: MapFilter;
  readonly onChange: (filter: MapFilter) => void;
  /** What stands on the same line, before the button and at the line's end. */
  readonly before?: ReactNode;
  readonly beside?: ReactNode;
};

export type ClusterListProps = {
  readonly clusters: readonly MapCluster[];
  readonly chosenId: string | null;
  readonly myPlace: GeoPoint | null;
  readonly onChoose: (cluster: MapCluster) => void;
};

export type ClusterDetailProps = {
  readonly cluster: MapCluster;
  /** The map leaves something out that the feed shows. */
  readonly isFiltered: boolean;
  /** Where Back from an open listing leads. */
  readonly under: string;
  readonly onClose: () => void;
  /** Shows everything of the cluster in the feed. */
  readonly onViewAll: () => void;
  /** Answers who needs food; null where nothing can be answered yet. */
  readonly onRespond: (() => void) | null;
};

const KEY = ['map-filter'] as const;

/**
 * What somebody looks for on the map, for as long as they are signed in: the sheet that closes and the panel of a
 * screen that is turned look for the same.
 */
export function useMapFilter(): readonly [MapFilter, (filter: MapFilter) => void] {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => NO_MAP_FILTER,
    initialData: NO_MAP_FILTER,
    // kept here alone: there is nothing to ask for
    enabled: false,
    gcTime: Infinity,
  });
  return [data, (filter) => void queryClient.setQueryData(KEY, filter)];
}
