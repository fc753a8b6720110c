import { SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import type { StoredValue } from '#web/lib/stored-value.ts';
import { chooseLanguage, type LanguageWishes } from './language-choice.ts';

type Options = {
  /** Called once per language; failed catalogs are not requested again here. */
  readonly show: (language: string) => Promise<void>;
  /** The app's language for the first tag that has one. */
  readonly supported: (tags: readonly string[]) => string | null;
  readonly deviceLanguages: () => readonly string[];
  readonly visitorLanguage: () => string | null;
  readonly remembered: Pick<StoredValue<string>, 'get' | 'set'>;
};

type Known = Pick<LanguageWishes, 'profile' | 'community'>;

/**
 * Chooses the language of the page by what is known so far. A choice that the device alone would not give is
 * remembered: the next visit starts with it, before the server has answered.
 */
export function createLanguagePreference({
  show,
  supported,
  deviceLanguages,
  visitorLanguage,
  remembered,
}: Options) {
  let known: Known = { profile: null, community: null };
  let asked: string | null = null;

  const languageFor = (wishes: Known): string =>
    chooseLanguage({ ...wishes, visitor: visitorLanguage(), device: deviceLanguages() }, supported) ??
    SOURCE_LANGUAGE;

  async function showChosen(): Promise<void> {
    const language = languageFor(known);
    if (language === asked) return;
    asked = language;
    await show(language);
  }

  function remember(language: string): void {
    const isOfDevice = language === languageFor({ profile: null, community: null });
    const next = isOfDevice ? null : language;
    if (remembered.get() !== next) remembered.set(next);
  }

  function learn(wishes: Partial<Known>): Promise<void> {
    known = { ...known, ...wishes };
    remember(languageFor(known));
    return showChosen();
  }

  return {
    /** Shows the language of the last visit. Without a session it was not a person's choice. */
    start({ mayHaveSession }: { mayHaveSession: boolean }): Promise<void> {
      const before = remembered.get();
      known = { profile: mayHaveSession ? before : null, community: before };
      return showChosen();
    },
    /** The language of the signed-in person; null if signed out or none chosen. Resolves once it is shown. */
    setProfileLanguage: (profile: string | null): Promise<void> => learn({ profile }),
    setCommunityLanguage: (community: string): Promise<void> => learn({ community }),
    /** After a choice on a page for visitors. A signed-in person reads there too, so it precedes the profile's. */
    showVisitorLanguage: (): Promise<void> => learn({ profile: null }),
  };
}
