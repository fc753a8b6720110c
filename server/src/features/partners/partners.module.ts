import * as contract from '@openlarder/domain/partners/partner-contract.ts';
import * as schemas from '@openlarder/domain/partners/partner-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import { onListingRemoved } from '#server/features/listings/listings.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
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
  bindEndpoint(http, contract.getOpeningHours, schemas.getOpeningHoursSpec, async ({ caller }) =>
    reply(200, await getOpeningHours(ctx, caller)),
  );
  bindEndpoint(http, contract.putOpeningHours, schemas.putOpeningHoursSpec, async ({ caller, body }) =>
    reply(200, await putOpeningHours(ctx, caller, body)),
  );
  bindEndpoint(http, contract.getPartner, schemas.getPartnerSpec, async ({ caller, params }) =>
    reply(200, await getPartner(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.listSurplus, schemas.listSurplusSpec, async ({ caller }) =>
    reply(200, await listSurplus(ctx, caller)),
  );
  bindEndpoint(http, contract.createSurplus, schemas.createSurplusSpec, async (call) =>
    reply(201, await createSurplus(ctx, call.caller, call.body, call.idempotency)),
  );
  bindEndpoint(http, contract.changeSurplus, schemas.changeSurplusSpec, async ({ caller, params, body }) =>
    reply(200, await changeSurplus(ctx, caller, params.id, body)),
  );
  bindEndpoint(http, contract.deleteSurplus, schemas.deleteSurplusSpec, async ({ caller, params }) => {
    await deleteSurplus(ctx, caller, params.id);
    return reply(204, null);
  });
  bindEndpoint(http, contract.pauseSurplus, schemas.pauseSurplusSpec, async ({ caller, params, body }) =>
    reply(200, await pauseSurplus(ctx, caller, params.id, body.isPaused)),
  );
  bindEndpoint(http, contract.setDayOff, schemas.setDayOffSpec, async ({ caller, params, body }) =>
    reply(200, await setDayOff(ctx, caller, params.id, body.isOff)),
  );
  bindEndpoint(http, contract.listSurplusQuestions, schemas.listSurplusQuestionsSpec, async ({ caller }) =>
    reply(200, await listSurplusQuestions(ctx, caller)),
  );
  bindEndpoint(
    http,
    contract.answerSurplusQuestion,
    schemas.answerSurplusQuestionSpec,
    async ({ caller, params, body }) => reply(200, await answerSurplusQuestion(ctx, caller, params.id, body)),
  );
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
