import { listImpactFacts } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { listImpactFactsSpec } from '@openlarder/domain/impact-facts/impact-fact-schemas.ts';
import { impactFactTexts } from '@openlarder/domain/impact-facts/impact-fact-texts.ts';
import { impactFacts } from '@openlarder/domain/impact-facts/impact-facts.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { requestLanguage } from '#server/platform/http/request-language.ts';
import { wordsIn } from '#server/platform/texts/wording.ts';

export const impactFactsModule: FeatureModule = {
  name: 'impact-facts',
  routes(http, ctx) {
    bindEndpoint(http, listImpactFacts, listImpactFactsSpec, async ({ caller, query, request }) => {
      const language = caller ? await accounts.readerLanguage(ctx, caller.userId) : requestLanguage(request);
      const words = wordsIn(language);
      return reply(
        200,
        impactFacts(query, (key) => words(impactFactTexts, key)),
      );
    });
  },
};
