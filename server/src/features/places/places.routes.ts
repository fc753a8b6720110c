import { getArea } from '@openlarder/domain/places/place-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Places } from './places.service.ts';

export function bindPlaceRoutes(app: FastifyInstance, places: Places): void {
  bindEndpoint(app, getArea, async ({ caller, query }) =>
    answer(200, { areaLabel: await places.areaAround(caller, query) }),
  );
}
