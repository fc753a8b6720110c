import { loadVisitorTexts } from '#web/app/reader-language.ts';
import { HelpOfferDialog } from '#web/features/volunteers/HelpOfferDialog.tsx';
import { HelpOfferSettings } from '#web/features/volunteers/HelpOfferSettings.tsx';
import { VolunteerCorner } from '#web/features/volunteers/VolunteerCorner.tsx';

/** What is shown to volunteers alone; resolves with their texts, which are in the catalogue of the volunteer page. */
export async function volunteerParts() {
  await loadVisitorTexts();
  return { HelpOfferDialog, HelpOfferSettings, VolunteerCorner };
}
