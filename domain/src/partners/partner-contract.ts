import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './partner-schemas.ts';

export type Partner = z.output<typeof schemas.partnerSchema>;
export type OpeningHoursBody = z.output<typeof schemas.openingHoursBody>;
export type RecurringSurplus = z.output<typeof schemas.surplusSchema>;
export type CreateSurplus = z.output<typeof schemas.createSurplusBody>;
export type ChangeSurplus = z.output<typeof schemas.changeSurplusBody>;
export type SurplusQuestion = z.output<typeof schemas.surplusQuestionSchema>;
export type SurplusAnswer = z.output<(typeof schemas.answerSurplusQuestionSpec)['body']>;

export const getOpeningHours: Endpoint<typeof schemas.getOpeningHoursSpec> = {
  method: 'GET',
  path: '/api/users/opening-hours',
  access: 'person',
  importance: 'look',
  shows: ['partners'],
};

/** Replaces all hours. 403 `not-an-organization`. */
export const putOpeningHours: Endpoint<typeof schemas.putOpeningHoursSpec> = {
  method: 'PUT',
  path: '/api/users/opening-hours',
  access: 'organization',
  importance: 'talk',
  changes: ['partners'],
};

/** 404 for a person without an organization, across a block, and for a closed account. */
export const getPartner: Endpoint<typeof schemas.getPartnerSpec> = {
  method: 'GET',
  path: '/api/partners/{id}',
  access: 'viewer of organization',
  importance: 'look',
  shows: ['partners', 'people'],
};

export const listSurplus: Endpoint<typeof schemas.listSurplusSpec> = {
  method: 'GET',
  path: '/api/recurring-surplus',
  access: 'person',
  importance: 'look',
  shows: ['surplus'],
};

/** 403 `not-an-organization`; 409 `no-business-address`, `surplus-limit`; 404 for a listing of someone else. */
export const createSurplus: Endpoint<typeof schemas.createSurplusSpec> = {
  method: 'POST',
  path: '/api/recurring-surplus',
  access: 'organization',
  importance: 'talk',
  changes: ['surplus'],
};

export const changeSurplus: Endpoint<typeof schemas.changeSurplusSpec> = {
  method: 'PUT',
  path: '/api/recurring-surplus/{id}',
  access: 'owner of surplus',
  importance: 'talk',
  changes: ['surplus'],
};

export const deleteSurplus: Endpoint<typeof schemas.deleteSurplusSpec> = {
  method: 'DELETE',
  path: '/api/recurring-surplus/{id}',
  access: 'owner of surplus',
  importance: 'talk',
  changes: ['surplus'],
};

export const pauseSurplus: Endpoint<typeof schemas.pauseSurplusSpec> = {
  method: 'PUT',
  path: '/api/recurring-surplus/{id}/paused',
  access: 'owner of surplus',
  importance: 'talk',
  changes: ['surplus'],
};

export const setDayOff: Endpoint<typeof schemas.setDayOffSpec> = {
  method: 'PUT',
  path: '/api/recurring-surplus/{id}/day-off',
  access: 'owner of surplus',
  importance: 'talk',
  changes: ['surplus'],
};

export const listSurplusQuestions: Endpoint<typeof schemas.listSurplusQuestionsSpec> = {
  method: 'GET',
  path: '/api/surplus-questions',
  access: 'person',
  importance: 'talk',
  shows: ['surplus', 'partners'],
};

/**
 * Idempotent: a question posts at most one listing. 403 `not-an-organization`, 409 `question-over` once it is too late,
 * or for "no" after a "yes"; the refusals of sharing food apply, too.
 */
export const answerSurplusQuestion: Endpoint<typeof schemas.answerSurplusQuestionSpec> = {
  method: 'POST',
  path: '/api/surplus-questions/{id}/answer',
  access: 'owner of question',
  importance: 'talk',
  changes: ['surplus', 'listings', 'giving', 'notifications'],
};
