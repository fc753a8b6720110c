import * as contract from '@openlarder/domain/places/place-contract.ts';
import * as schemas from '@openlarder/domain/places/place-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Places } from './places.service.ts';

export function bindPlaceRoutes(app: FastifyInstance, places: Places): void {
  bindEndpoint(app, contract.getArea, schemas.getAreaSpec, async ({ caller, query }) =>
    reply(200, { areaLabel: await places.areaLabelAt(caller, query) }),
  );
}
