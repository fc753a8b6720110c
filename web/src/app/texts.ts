import { i18n } from '@lingui/core';
import { messages } from '#web/locales/en/signed-out.po';

/** Loads the texts of the signed-out screens. English is complete; another language needs the same two catalogues. */
export function loadSignedOutTexts(): void {
  i18n.load('en', messages);
  i18n.activate('en');
}

/** Loads the texts of the signed-in screens; await it before the first of them renders. */
export async function loadSignedInTexts(): Promise<void> {
  const catalogue = await import('#web/locales/en/signed-in.po');
  i18n.load('en', catalogue.messages);
}
