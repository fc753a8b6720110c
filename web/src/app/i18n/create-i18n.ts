import type { I18n, Messages } from '@lingui/core';
import { isRightToLeft, SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import type { Catalog } from '#web/lib/languages.ts';
import { formatLocales } from './language-choice.ts';

type Options = {
  readonly i18n: I18n;
  /** Apart from the others: when they arrive, nothing on the page has to render again. */
  readonly errorI18n: I18n;
  readonly loadCatalog: (language: string, catalog: Catalog) => Promise<Messages>;
  readonly deviceLanguages: () => readonly string[];
};

/**
 * The texts on the page, in one language at a time: English, which stands in the code, until the wanted one has loaded.
 * What has not loaded is left to `retry`.
 */
export function createI18n({ i18n, errorI18n, loadCatalog, deviceLanguages }: Options) {
  let wantsErrors = false;
  let wanted = SOURCE_LANGUAGE;
  /** What the last attempt left to load. */
  const missing = { texts: false, errors: false };
  let last: Promise<void> = Promise.resolve();

  /** Null if it has not loaded. */
  const load = (language: string, catalog: Catalog): Promise<Messages | null> =>
    loadCatalog(language, catalog).catch(() => null);

  function set(target: I18n, language: string, messages: Messages): void {
    target.load(language, messages);
    target.activate(language, formatLocales(language, deviceLanguages()));
  }

  /** Without a catalog, errors are in the words of the server. */
  function setErrors(language: string, messages: Messages | null): void {
    missing.errors = messages === null;
    set(errorI18n, language, messages ?? {});
  }

  async function activate(): Promise<void> {
    const language = wanted;
    const withErrors = wantsErrors;
    const [texts, errors] = await Promise.all([
      language === SOURCE_LANGUAGE ? {} : load(language, 'texts'),
      withErrors ? load(language, 'errors') : null,
    ]);
    missing.texts = texts === null;
    const shown = texts === null ? SOURCE_LANGUAGE : language;
    if (withErrors) setErrors(shown, shown === language ? errors : await load(shown, 'errors'));
    if (i18n.locale !== shown) set(i18n, shown, texts ?? {});
    const page = document.documentElement;
    // setting it to what it is would restyle all of the page
    if (page.lang === shown) return;
    page.lang = shown;
    page.dir = isRightToLeft(shown) ? 'rtl' : 'ltr';
  }

  /** In the language of the page. Nothing on it renders again. */
  const activateErrors = async (): Promise<void> => setErrors(i18n.locale, await load(i18n.locale, 'errors'));

  /** One after the other, so that the last requested language stays. */
  const queue = (step: () => Promise<void>): Promise<void> => (last = last.then(step));

  return {
    /** Shows a language; resolves once its texts are on the page. */
    show: (language: string): Promise<void> => {
      wanted = language;
      return queue(activate);
    },
    addErrors: (): Promise<void> => {
      wantsErrors = true;
      return queue(activateErrors);
    },
    retry: (): Promise<void> =>
      queue(async () => {
        if (missing.texts) await activate();
        else if (missing.errors) await activateErrors();
      }),
  };
}
