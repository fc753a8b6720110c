import type { Language } from '@openlarder/domain/kernel/languages.ts';

/** A day and a time in a sentence: "Monday, May 4 at 6:00 PM", by the community's clock. */
export const formatInstant = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
