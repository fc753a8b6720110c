import { i18n } from '@lingui/core';

/** Loads the words of handovers; whoever shows a part of one does so first, beside the part itself. */
export async function loadClaimTexts(): Promise<void> {
  const claims = await import('#web/locales/en/claims.po');
  i18n.load('en', claims.messages);
}
