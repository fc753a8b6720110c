import { type Language, SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import type { FastifyRequest } from 'fastify';
import { supportedLanguage } from '../texts/translate.ts';

export type LanguageRequest = { readonly headers: Pick<FastifyRequest['headers'], 'accept-language'> };

/** The language of the request, else English. */
export const requestLanguage = (request: LanguageRequest): Language =>
  askedLanguage(request) ?? SOURCE_LANGUAGE;

/** The supported language of `Accept-Language` with the greatest weight; null if there is none. */
export function askedLanguage({ headers }: LanguageRequest): Language | null {
  const asked = (headers['accept-language'] ?? '')
    .split(',')
    .map((choice) => {
      const [tag = '', ...parameters] = choice.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice('q='.length);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    // 0 is a refusal; a weight that is not a number is ignored
    .filter(({ weight }) => weight > 0);
  // the order of equal weights stays
  return supportedLanguage(asked.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag));
}
