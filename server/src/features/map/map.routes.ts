import * as contract from '@openlarder/domain/map/map-contract.ts';
import * as schemas from '@openlarder/domain/map/map-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { LiveMap } from './map.service.ts';

export function bindMapRoutes(app: FastifyInstance, map: LiveMap): void {
  bindEndpoint(app, contract.listClusters, schemas.listClustersSpec, async ({ caller, query }) => {
    const { north, south, east, west, radius, categories, urgencyLevels } = query;
    const bounds = { north, south, east, west };
    const asked = { radiusM: radius, categories, urgencyLevels };
    const { clusters, total } = await map.clusters(caller, bounds, asked);
    return reply(200, clusters, { 'x-total-count': String(total) });
  });
}
