import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './place-schemas.ts';

export const getArea: Endpoint<typeof schemas.getAreaSpec> = {
  method: 'GET',
  path: '/api/places/area',
  access: 'person',
  importance: 'look',
  shows: ['account'],
};
