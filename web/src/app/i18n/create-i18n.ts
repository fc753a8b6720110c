import type { I18n, Messages } from '@lingui/core';
import type { CatalogPart } from './catalogs.ts';
import { directionOf, formatLocales } from './language-choice.ts';

const SOURCE_LANGUAGE = 'en';

type Options = {
  readonly i18n: I18n;
  /** Apart from the others: when they arrive, nothing on the page has to render again. */
  readonly errorI18n: I18n;
  readonly loadCatalog: (language: string, part: CatalogPart) => Promise<Messages>;
  /** Languages of the device, in order of preference. */
  readonly deviceLanguages: () => readonly string[];
};

/** Texts of some parts, as far as they have loaded. */
type Loaded = {
  readonly messages: Messages;
  /** False if the language has none of them: then they are English throughout. */
  readonly hasOwn: boolean;
  readonly isWhole: boolean;
};

const ENGLISH_FAILED: Loaded = { messages: {}, hasOwn: false, isWhole: false };

/**
 * The texts on the page, in one language at a time. English is beneath every other language, for texts that it lacks or
 * that have not loaded, and takes its place if nothing of it has. What has not loaded is left to `retry`.
 */
export function createI18n({ i18n, errorI18n, loadCatalog, deviceLanguages }: Options) {
  const parts = new Set<CatalogPart>(['signed-out']);
  let wantsErrors = false;
  let wanted = SOURCE_LANGUAGE;
  /** What the last attempt left to load. */
  const missing = { page: false, errors: false };
  let last: Promise<void> = Promise.resolve();

  /** Rejects if English does not load: without it, a text may have no words at all. */
  async function loadTexts(language: string, wantedParts: readonly CatalogPart[]): Promise<Loaded> {
    const ownParts = language === SOURCE_LANGUAGE ? [] : wantedParts;
    const [english, own] = await Promise.all([
      Promise.all(wantedParts.map((part) => loadCatalog(SOURCE_LANGUAGE, part))),
      Promise.allSettled(ownParts.map((part) => loadCatalog(language, part))),
    ]);
    const loaded = own.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    return {
      messages: Object.assign({}, ...english, ...loaded),
      hasOwn: language === SOURCE_LANGUAGE || loaded.length > 0,
      isWhole: loaded.length === own.length,
    };
  }

  /** Without it, errors are shown in the server's language. */
  const loadErrors = (language: string): Promise<Loaded> =>
    loadTexts(language, ['errors']).catch(() => ENGLISH_FAILED);

  function set(target: I18n, language: string, messages: Messages): void {
    const isSame = ([id, text]: [string, unknown]) => messages[id] === text;
    // components that need the new texts await them, and no other part of the page has to render again
    if (target.locale === language && Object.entries(target.messages).every(isSame)) {
      Object.assign(target.messages, messages);
      return;
    }
    target.load(language, messages);
    target.activate(language, formatLocales(language, deviceLanguages()));
  }

  function setErrors(language: string, { messages, hasOwn, isWhole }: Loaded): void {
    set(errorI18n, language, hasOwn ? messages : {});
    missing.errors = !isWhole;
  }

  async function activate(
    language: string,
    wantedParts: readonly CatalogPart[],
    withErrors: boolean,
  ): Promise<void> {
    const ownErrors = withErrors ? loadErrors(language) : null;
    missing.page = true;
    const texts = await loadTexts(language, wantedParts);
    const shown = texts.hasOwn ? language : SOURCE_LANGUAGE;
    const errors = shown === language || !withErrors ? ownErrors : loadErrors(shown);
    if (errors) setErrors(shown, await errors);
    set(i18n, shown, texts.messages);
    missing.page = !texts.isWhole;
    const page = document.documentElement;
    // setting it to what it is would restyle all of the page
    if (page.lang === shown) return;
    page.lang = shown;
    page.dir = directionOf(shown);
  }

  /** The parts are those of now: what is added while this waits neither delays it nor lets it fail. */
  function activateWanted(): () => Promise<void> {
    const [wantedParts, withErrors] = [[...parts], wantsErrors];
    return () => activate(wanted, wantedParts, withErrors);
  }

  /** In the language of the page. Nothing on it renders again. */
  const activateErrors = async (): Promise<void> => setErrors(i18n.locale, await loadErrors(i18n.locale));

  /** One after the other, so that the last requested language stays. */
  const queue = (step: () => Promise<void>): Promise<void> => (last = last.then(step, step));

  return {
    /** Shows a language; resolves once its texts are on the page. */
    show: (language: string): Promise<void> => {
      wanted = language;
      return queue(activateWanted());
    },
    /** Adds the texts of a part; await it before the first component that needs them renders. */
    add: (part: Exclude<CatalogPart, 'signed-out' | 'errors'>): Promise<void> => {
      parts.add(part);
      // while those of other parts are still on their way
      void loadTexts(wanted, [...parts]).catch(() => {});
      return queue(activateWanted());
    },
    /** Adds the texts of errors. */
    addErrors: (): Promise<void> => {
      wantsErrors = true;
      return queue(activateErrors);
    },
    /** Loads what has not loaded, if anything; never rejects. */
    retry: (): Promise<void> =>
      queue(async () => {
        if (missing.page) await activateWanted()();
        else if (missing.errors) await activateErrors();
      }).catch(() => {}),
  };
}
