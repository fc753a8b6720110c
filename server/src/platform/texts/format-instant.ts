import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { regionOf } from '../settings/region.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * A day and a time in a sentence, by the community's clock and as its country writes them: "Monday, May 4 at 6:00 PM",
 * "Monday, 4 May at 18:00".
 */
export function formatInstant(
  at: Date,
  language: Language,
  settings: Pick<Settings, 'country' | 'timeZone' | 'currency'>,
): string {
  const { country } = regionOf(settings);
  const locale = new Intl.Locale(language, country === null ? {} : { region: country });
  return new Intl.DateTimeFormat(locale, {
    timeZone: settings.timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
