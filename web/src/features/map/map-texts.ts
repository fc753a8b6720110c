import { i18n } from '@lingui/core';

/** Loads the words of the map; whoever shows a part of it does so first, beside the part itself. */
export async function loadMapTexts(): Promise<void> {
  const map = await import('#web/locales/en/map.po');
  i18n.load('en', map.messages);
}
