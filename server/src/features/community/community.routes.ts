import { type Community, getCommunity } from '@openlarder/domain/community/community-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';

/** What the browser may know of the settings. */
export function bindCommunityRoutes(app: FastifyInstance, community: Community): void {
  bindEndpoint(app, getCommunity, async () => answer(200, community));
}
