import { lazy } from 'react';
import { loadPartnerTexts } from '#web/app/i18n/i18n.ts';

/*
 * What organizations have, and what others see of them: loaded where it is shown, with its texts. The first load of
 * home knows none of it.
 */

export const PartnerHours = lazy(async () => {
  const [hours] = await Promise.all([
    import('#web/features/partners/hours/PartnerHours.tsx'),
    loadPartnerTexts(),
  ]);
  return { default: hours.PartnerHours };
});

const load = async () => (await import('./partner-bundle.ts')).loadPartnerBundle();
export const SurplusQuestions = lazy(async () => ({ default: (await load()).SurplusQuestions }));
export const RecurringSurplus = lazy(async () => ({ default: (await load()).RecurringSurplus }));
export const OpeningHoursForm = lazy(async () => ({ default: (await load()).OpeningHoursForm }));
export const PosterSection = lazy(async () => ({ default: (await load()).PosterSection }));
