import { i18n } from '@lingui/core';

/** Loads the words of this feature; whoever shows a part of it does so first, beside the part itself. */
export async function loadAccountTexts(): Promise<void> {
  const accounts = await import('#web/locales/en/accounts.po');
  i18n.load('en', accounts.messages);
}
