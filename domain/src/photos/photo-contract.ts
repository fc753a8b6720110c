import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './photo-schemas.ts';

export type Photo = z.output<typeof schemas.photoSchema>;

export const requestUpload: Endpoint<typeof schemas.requestUploadSpec> = {
  method: 'POST',
  path: '/api/objects/upload',
};

export const storePhoto: Endpoint<typeof schemas.storePhotoSpec> = {
  method: 'PUT',
  path: '/api/food-images',
};
