import * as contract from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import * as schemas from '@openlarder/domain/impact-facts/impact-fact-schemas.ts';
import { impactFactTexts } from '@openlarder/domain/impact-facts/impact-fact-texts.ts';
import { impactFacts } from '@openlarder/domain/impact-facts/impact-facts.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type LanguageRequest, requestLanguage } from '#server/platform/http/request-language.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { readerLanguage } from '../accounts/profile/person-queries.ts';

/** The language of the caller's profile, or of the browser of a visitor. */
export const languageOfCaller = async (
  ctx: AppContext,
  caller: Pick<Caller, 'userId'> | null,
  request: LanguageRequest,
): Promise<Language> => (caller ? readerLanguage(ctx, caller.userId) : requestLanguage(request));

export const impactFactsModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoints(http, contract, schemas, {
      listImpactFacts: async ({ caller, query, request }) => {
        const translate = translateInto(await languageOfCaller(ctx, caller, request));
        return impactFacts(query, (key) => translate(impactFactTexts, key));
      },
    });
  },
};
