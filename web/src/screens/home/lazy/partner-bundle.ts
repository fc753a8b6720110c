import { loadPartnerTexts } from '#web/app/i18n/i18n.ts';
import { OpeningHoursForm } from '#web/features/partners/hours/OpeningHoursForm.tsx';
import { PosterSection } from '#web/features/partners/poster/Poster.tsx';
import { RecurringSurplus } from '#web/features/partners/surplus/RecurringSurplus.tsx';
import { SurplusQuestions } from '#web/features/partners/surplus/SurplusQuestions.tsx';

/** What organizations alone have; resolves with their texts. */
export async function loadPartnerBundle() {
  await loadPartnerTexts();
  return { OpeningHoursForm, PosterSection, RecurringSurplus, SurplusQuestions };
}
