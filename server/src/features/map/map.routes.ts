import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { LiveMap } from './map.service.ts';

export function bindMapRoutes(app: FastifyInstance, map: LiveMap): void {
  bindEndpoint(app, listClusters, async ({ caller, query }) => {
    const { north, south, east, west, radius, categories, urgencyLevels } = query;
    const bounds = { north, south, east, west };
    const asked = { radiusM: radius, categories, urgencyLevels };
    const { clusters, total } = await map.clusters(caller, bounds, asked);
    return answer(200, clusters, { 'x-total-count': String(total) });
  });
}
