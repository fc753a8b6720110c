import { lazy } from 'react';

/** One file for all that volunteers alone see, so that the first load of home names but one. */
const load = async () => (await import('./volunteer-bundle.ts')).loadVolunteerBundle();

export const HelpOfferDialog = lazy(async () => ({ default: (await load()).HelpOfferDialog }));
export const HelpOfferSettings = lazy(async () => ({ default: (await load()).HelpOfferSettings }));
export const VolunteerCorner = lazy(async () => ({ default: (await load()).VolunteerCorner }));
