import { loadVisitorTexts } from '#web/app/reader-language.ts';
import { HelpOfferDialog, HelpOfferSettings } from '#web/features/volunteers/HelpOfferForms.tsx';
import { VolunteerCorner } from '#web/features/volunteers/VolunteerCorner.tsx';

/** What is shown to volunteers alone; resolves with their texts, which are in the catalogue of the volunteer page. */
export async function ownVolunteerComponents() {
  await loadVisitorTexts();
  return { HelpOfferDialog, HelpOfferSettings, VolunteerCorner };
}
