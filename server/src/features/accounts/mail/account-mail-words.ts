import type { Words } from '#server/platform/texts/wording.ts';
import { accountMailTexts } from './account-mail-texts.ts';
import { discreetAccountMailTexts } from './discreet-account-mail-texts.ts';

const isReplaced = (key: string): key is keyof typeof discreetAccountMailTexts.messages =>
  Object.hasOwn(discreetAccountMailTexts.messages, key);

/** Words the mails about accounts; discreetly, each text that has a discreet counterpart is replaced by it. */
export function accountMailWords(words: Words, { isDiscreet }: { readonly isDiscreet: boolean }): Words {
  if (!isDiscreet) return words;
  const wordDiscreetly: Pick<Words, never> & ((...said: Parameters<Words>) => string) = (
    table,
    key,
    params,
  ) =>
    Object.is(table, accountMailTexts) && isReplaced(key)
      ? words(discreetAccountMailTexts, key, params)
      : words(table, key, params);
  return Object.assign(wordDiscreetly, { language: words.language });
}
