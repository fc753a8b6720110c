import * as contract from '@openlarder/domain/partners/partner-contract.ts';
import * as schemas from '@openlarder/domain/partners/partner-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import { onListingRemoved } from '#server/features/listings/listings.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import { getOpeningHours, getPartner, putOpeningHours } from './hours/opening-hours.ts';
import { partnerMailTexts } from './partners-mail-texts.ts';
import * as partners from './partners.service.ts';
import { answerSurplusQuestion, listSurplusQuestions } from './surplus/answer-question.ts';
import { askAboutSurplus, lapseQuestions } from './surplus/ask-about-surplus.ts';
import {
  changeSurplus,
  createSurplus,
  deleteSurplus,
  listSurplus,
  pauseAfterRemoval,
  pauseSurplus,
  setDayOff,
} from './surplus/recurring-surplus.ts';

function bindPartnerRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    getOpeningHours: ({ caller }) => getOpeningHours(ctx, caller),
    putOpeningHours: ({ caller, body }) => putOpeningHours(ctx, caller, body),
    getPartner: ({ caller, params }) => getPartner(ctx, caller, params.id),
    listSurplus: ({ caller }) => listSurplus(ctx, caller),
    createSurplus: (call) => createSurplus(ctx, call.caller, call.body, call.idempotency),
    changeSurplus: ({ caller, params, body }) => changeSurplus(ctx, caller, params.id, body),
    deleteSurplus: ({ caller, params }) => deleteSurplus(ctx, caller, params.id),
    pauseSurplus: ({ caller, params, body }) => pauseSurplus(ctx, caller, params.id, body.isPaused),
    setDayOff: ({ caller, params, body }) => setDayOff(ctx, caller, params.id, body.isOff),
    listSurplusQuestions: ({ caller }) => listSurplusQuestions(ctx, caller),
    answerSurplusQuestion: ({ caller, params, body }) => answerSurplusQuestion(ctx, caller, params.id, body),
  });
}

export const partnersModule: FeatureModule = {
  routes: bindPartnerRoutes,
  tasks: {
    ask_about_surplus: { run: askAboutSurplus, schedule: '* * * * *' },
    lapse_surplus_questions: { run: lapseQuestions, schedule: '* * * * *' },
  },
  // the people who are asked fetch what they may answer now
  hooks: [
    notificationMails.handler({ texts: partnerMailTexts, paths: { surplus: () => '/?tab=share' } }),
    onAccountClosed.handler(partners.closePerson),
    personExport.handler({ name: 'partners', read: partners.exportPerson }),
    onListingRemoved.handler(pauseAfterRemoval),
  ],
};
