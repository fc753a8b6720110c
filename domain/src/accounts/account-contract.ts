import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { TOPICS } from '../kernel/topics.ts';
import type * as schemas from './account-schemas.ts';

export type PersonSummary = z.output<typeof schemas.personSummarySchema>;
export type User = z.output<typeof schemas.userSchema>;

export const getUser: Endpoint<typeof schemas.getUserSpec> = {
  method: 'GET',
  path: '/api/auth/user',
  access: 'person',
  importance: 'act',
  shows: ['account'],
};
export type ProfileChange = z.input<typeof schemas.profileBody>;

export const updateProfile: Endpoint<typeof schemas.updateProfileSpec> = {
  method: 'PUT',
  path: '/api/users/profile',
  access: 'person',
  importance: 'talk',
  changes: [
    'account',
    'limits',
    'people',
    'listings',
    'giving',
    'handovers',
    'requests',
    'open-requests',
    'matches',
    'partners',
    'recognition',
    'language',
  ],
};

/** 422 on `password` if it is wrong; required if the account has one (`hasPassword`). */
export const closeAccount: Endpoint<typeof schemas.closeAccountSpec> = {
  method: 'POST',
  path: '/api/users/close-account',
  access: 'person',
  importance: 'talk',
  // The page is loaded again.
  changes: [],
};

/** One part per feature, keyed by its name. */
export const exportAccount: Endpoint<typeof schemas.exportAccountSpec> = {
  method: 'GET',
  path: '/api/users/export',
  access: 'person',
  importance: 'look',
  shows: TOPICS,
};
