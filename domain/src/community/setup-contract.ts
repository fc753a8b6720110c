import type * as z from 'zod/mini';
import type { PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './setup-schemas.ts';

export type CommunityDecisions = z.output<typeof schemas.communityDecisionsSchema>;
export type Town = z.output<typeof schemas.townSchema>;
export type SetupStart = z.output<(typeof schemas.openSetupSpec)['responses'][200]>;

/** By the link that a new installation prints. 409 `setup-done` once there is an organizer, else `link-over`. */
export const openSetup: PublicEndpoint<typeof schemas.openSetupSpec> = {
  method: 'POST',
  path: '/api/setup/open',
  access: 'anyone',
  importance: 'talk',
  // It reads; the token is no part of an address.
  changes: [],
};

export const findTowns: PublicEndpoint<typeof schemas.findTownsSpec> = {
  method: 'POST',
  path: '/api/setup/towns',
  access: 'anyone',
  importance: 'talk',
  // It reads, too.
  changes: [],
};

/** Also signs in. The link works once: of two callers, one sets up the community. */
export const setUp: PublicEndpoint<typeof schemas.setUpSpec> = {
  method: 'POST',
  path: '/api/setup',
  access: 'anyone',
  importance: 'talk',
  // The page is loaded again.
  changes: [],
};
