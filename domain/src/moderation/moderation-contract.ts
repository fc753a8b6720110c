import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { TOPICS } from '../kernel/topics.ts';
import type * as schemas from './moderation-schemas.ts';

export type Block = z.output<typeof schemas.blockSchema>;

export const listBlocks: Endpoint<typeof schemas.listBlocksSpec> = {
  method: 'GET',
  path: '/api/blocks',
  access: 'person',
  importance: 'look',
  shows: ['blocks'],
};

export const blockPerson: Endpoint<typeof schemas.blockPersonSpec> = {
  method: 'POST',
  path: '/api/blocks',
  access: 'person',
  importance: 'talk',
  changes: TOPICS,
};

export const unblockPerson: Endpoint<typeof schemas.unblockPersonSpec> = {
  method: 'DELETE',
  path: '/api/blocks/{userId}',
  access: 'person',
  importance: 'talk',
  changes: TOPICS,
};
export type ReportBody = z.output<typeof schemas.reportBody>;

export const report: Endpoint<typeof schemas.reportSpec> = {
  method: 'POST',
  path: '/api/reports',
  access: 'person',
  importance: 'talk',
  changes: ['reports'],
};
export type OwnReport = z.output<typeof schemas.ownReportSchema>;

export const listOwnReports: Endpoint<typeof schemas.listOwnReportsSpec> = {
  method: 'GET',
  path: '/api/reports',
  access: 'person',
  importance: 'look',
  shows: ['reports'],
};
export type PersonProfile = z.output<typeof schemas.personProfileSchema>;

export const getPerson: Endpoint<typeof schemas.getPersonSpec> = {
  method: 'GET',
  path: '/api/users/{id}',
  access: 'viewer of person',
  importance: 'look',
  shows: ['people', 'listings'],
};
