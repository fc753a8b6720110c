import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './place-schemas.ts';

export const getArea: Endpoint<typeof schemas.getAreaSpec> = {
  method: 'GET',
  path: '/api/places/area',
  access: 'person',
  importance: 'look',
  shows: ['account'],
};

export type FoundAddress = z.output<typeof schemas.foundAddressSchema>;
export type AddressLookup = z.output<typeof schemas.addressLookupSchema>;

/** Only if the community has a geocoder; `addressLookup` of `GET /api/community` names it. */
export const lookUpAddress: Endpoint<typeof schemas.lookUpAddressSpec> = {
  method: 'POST',
  path: '/api/places/addresses',
  access: 'person',
  importance: 'look',
  // It reads; what was typed is no part of an address that proxies log.
  changes: [],
};
