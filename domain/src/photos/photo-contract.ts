import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './photo-schemas.ts';

export type Photo = z.output<typeof schemas.photoSchema>;

export const requestUpload: Endpoint<typeof schemas.requestUploadSpec> = {
  method: 'POST',
  path: '/api/objects/upload',
  access: 'person',
  importance: 'talk',
  // A photo is on no screen before the call that uses it.
  changes: [],
};

export const storePhoto: Endpoint<typeof schemas.storePhotoSpec> = {
  method: 'PUT',
  path: '/api/food-images',
  access: 'person',
  importance: 'talk',
  // A photo is on no screen before the call that uses it.
  changes: [],
};
