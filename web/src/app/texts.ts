import type { I18n, Messages } from '@lingui/core';
import type { CataloguePart } from './catalogues.ts';
import { directionOf, formatLocales } from './language-choice.ts';

const SOURCE_LANGUAGE = 'en';

type TextsOptions = {
  readonly i18n: I18n;
  /** Apart from the others: when they arrive, nothing on the page has to render again. */
  readonly errorI18n: I18n;
  readonly loadCatalogue: (language: string, part: CataloguePart) => Promise<Messages>;
  /** Languages of the device, in order of preference. */
  readonly deviceLanguages: () => readonly string[];
};

/**
 * The texts on the page, in one language at a time. English is beneath every other language, for texts that it lacks,
 * and takes its place if its catalogues do not load.
 */
export function createTexts({ i18n, errorI18n, loadCatalogue, deviceLanguages }: TextsOptions) {
  const parts = new Set<CataloguePart>(['signed-out']);
  let hasErrors = false;
  let wanted = SOURCE_LANGUAGE;
  let last: Promise<void> = Promise.resolve();

  async function loadTexts(language: string, wantedParts: Iterable<CataloguePart>): Promise<Messages> {
    const loadParts = (from: string) =>
      Promise.all([...wantedParts].map((part) => loadCatalogue(from, part)));
    const [english, own] = await Promise.all([
      loadParts(SOURCE_LANGUAGE),
      language === SOURCE_LANGUAGE ? [] : loadParts(language),
    ]);
    return Object.assign({}, ...english, ...own);
  }

  function set(target: I18n, language: string, messages: Messages): void {
    target.load(language, messages);
    target.activate(language, formatLocales(language, deviceLanguages()));
  }

  async function activate(language: string, wantedParts: readonly CataloguePart[]): Promise<void> {
    const [texts, errors] = await Promise.all([
      loadTexts(language, wantedParts),
      hasErrors ? loadTexts(language, ['errors']) : null,
    ]);
    if (errors) set(errorI18n, language, errors);
    set(i18n, language, texts);
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }

  /** The parts are those of now: what is added while this waits neither delays it nor lets it fail. */
  function activateWanted(): () => Promise<void> {
    const wantedParts = [...parts];
    return () => activate(wanted, wantedParts).catch(() => activate(SOURCE_LANGUAGE, wantedParts));
  }

  async function activateErrors(): Promise<void> {
    set(errorI18n, i18n.locale, await loadTexts(i18n.locale, ['errors']));
    hasErrors = true;
  }

  /** One after the other, so that what was wanted last stays. */
  const queue = (step: () => Promise<void>): Promise<void> => (last = last.then(step, step));

  return {
    /** Shows a language; resolves once its texts are on the page. */
    show: (language: string): Promise<void> => {
      wanted = language;
      return queue(activateWanted());
    },
    /** Adds the texts of the signed-in screens; await it before the first of them renders. */
    addSignedIn: (): Promise<void> => {
      parts.add('signed-in');
      // while those of the signed-out screens are still on their way
      void loadTexts(wanted, parts).catch(() => {});
      return queue(activateWanted());
    },
    /** Adds the texts of errors. Without them, errors are shown as the server words them. */
    addErrors: (): Promise<void> => queue(activateErrors),
  };
}
