import { type Community, getCommunity } from '@openlarder/domain/community/community-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';

/** What the browser may know of the settings; `community` is asked anew, for the demo opens after the start. */
export function bindCommunityRoutes(app: FastifyInstance, community: () => Community): void {
  bindEndpoint(app, getCommunity, async () => answer(200, community()));
}
