import { i18n } from '@lingui/core';

/** Loads the words of requests for food; whoever shows a part of one does so first, beside the part itself. */
export async function loadEmergencyTexts(): Promise<void> {
  const emergency = await import('#web/locales/en/emergency.po');
  i18n.load('en', emergency.messages);
}
