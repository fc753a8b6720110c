import { lazy } from 'react';
import { loadPartnerTexts } from '#web/app/reader-language.ts';

/*
 * What organizations have, and what others see of them: loaded where it is shown, with its texts. The first load of home
 * knows none of it.
 */

export const PartnerHours = lazy(async () => {
  const [hours] = await Promise.all([
    import('#web/features/partners/hours/PartnerHours.tsx'),
    loadPartnerTexts(),
  ]);
  return { default: hours.PartnerHours };
});

const own = async () => (await import('./own-partner-components.ts')).ownPartnerComponents();
export const SurplusQuestions = lazy(async () => ({ default: (await own()).SurplusQuestions }));
export const RecurringSurplus = lazy(async () => ({ default: (await own()).RecurringSurplus }));
export const OpeningHoursForm = lazy(async () => ({ default: (await own()).OpeningHoursForm }));
export const PosterSection = lazy(async () => ({ default: (await own()).PosterSection }));
