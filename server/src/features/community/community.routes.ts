import * as contract from '@openlarder/domain/community/community-contract.ts';
import * as schemas from '@openlarder/domain/community/community-schemas.ts';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';

/** What the browser may know of the settings. */
export function bindCommunityRoutes(app: FastifyInstance, community: Community): void {
  bindEndpoint(app, contract.getCommunity, schemas.getCommunitySpec, async () => reply(200, community));
}
