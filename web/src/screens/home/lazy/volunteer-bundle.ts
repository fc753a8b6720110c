import { loadVisitorTexts } from '#web/app/i18n/i18n.ts';
import { HelpOfferDialog, HelpOfferSettings } from '#web/features/volunteers/HelpOfferForms.tsx';
import { VolunteerCorner } from '#web/features/volunteers/VolunteerCorner.tsx';

/** Components for volunteers only; resolves with their texts, which are in the catalog of the volunteer page. */
export async function loadVolunteerBundle() {
  await loadVisitorTexts();
  return { HelpOfferDialog, HelpOfferSettings, VolunteerCorner };
}
