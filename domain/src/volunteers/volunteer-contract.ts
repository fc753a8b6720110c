import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './volunteer-schemas.ts';

export type HelpOffer = z.output<typeof schemas.helpOfferSchema>;
export type HelpOfferChange = z.output<typeof schemas.helpOfferBody>;

export const getHelpOffer: Endpoint<typeof schemas.getHelpOfferSpec> = {
  method: 'GET',
  path: '/api/users/help-offer',
  access: 'person',
  importance: 'look',
  shows: ['help-offer'],
};

/** Replaces all of it. */
export const putHelpOffer: Endpoint<typeof schemas.putHelpOfferSpec> = {
  method: 'PUT',
  path: '/api/users/help-offer',
  access: 'person',
  importance: 'look',
  changes: ['help-offer'],
};
