import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './map-schemas.ts';

export type MapItem = z.output<typeof schemas.mapItemSchema>;
export type MapArea = z.output<typeof schemas.mapAreaSchema>;
export type MapCluster = z.output<typeof schemas.mapClusterSchema>;

export const listClusters: Endpoint<typeof schemas.listClustersSpec> = {
  method: 'GET',
  path: '/api/map/cluster',
  access: 'person',
  importance: 'look',
  shows: ['listings', 'open-requests'],
};
