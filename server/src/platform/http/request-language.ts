import { type Language, SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { supportedLanguage } from '../texts/translate.ts';

export type LanguageRequest = {
  readonly headers: Pick<FastifyRequest['headers'], 'accept-language' | 'cookie'>;
};

/** The language of the request, else English. */
export const requestLanguage = (request: LanguageRequest): Language =>
  askedLanguage(request) ?? SOURCE_LANGUAGE;

/** Chosen by a visitor, see web/src/lib/languages.ts. */
const CHOSEN = /(?:^|; )language=([a-z]{2,3})(?:;|$)/;

/** The chosen language, else the supported one of `Accept-Language` with the greatest weight; null if there is none. */
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
  const wished = asked.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag);
  return supportedLanguage([...(CHOSEN.exec(headers.cookie ?? '')?.slice(1) ?? []), ...wished]);
}

const devices = new AsyncLocalStorage<Language | null>();

/** Keeps the language of each request's device for `deviceLanguage`. */
export const noteDeviceLanguage = (app: FastifyInstance): void =>
  void app.addHook('onRequest', (request, _reply, done) => devices.run(askedLanguage(request), done));

/** The language of the device whose request is being answered; null without one, as in a task or a live frame. */
export const deviceLanguage = (): Language | null => devices.getStore() ?? null;
