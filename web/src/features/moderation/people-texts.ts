import { i18n } from '@lingui/core';

/** Loads the words of messages, reports and blocks; whoever shows a part of them does so first, beside the part itself. */
export async function loadPeopleTexts(): Promise<void> {
  const people = await import('#web/locales/en/people.po');
  i18n.load('en', people.messages);
}
