export { OpeningHoursForm } from '#web/features/partners/hours/OpeningHoursForm.tsx';
export { PosterSection } from '#web/features/partners/poster/Poster.tsx';
export { RecurringSurplus } from '#web/features/partners/surplus/RecurringSurplus.tsx';
export { SurplusQuestions } from '#web/features/partners/surplus/SurplusQuestions.tsx';
