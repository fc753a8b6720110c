import { describe, expect, it } from 'vitest';
import { chooseLanguage, formatLocales } from './language-choice.ts';

const LANGUAGES = ['en', 'es', 'ar'] as const;

const supported = (tags: readonly string[]) =>
  tags.flatMap((tag) => LANGUAGES.find((language) => tag.startsWith(language)) ?? [])[0] ?? null;

describe('the language of the page', () => {
  it.each([
    ['the one in the profile', { profile: 'es', device: ['ar', 'en'], community: 'en' }, 'es'],
    [
      "the visitor's, if the profile names none",
      { profile: null, visitor: 'es', device: ['ar', 'en'], community: 'en' },
      'es',
    ],
    [
      "the device's, if the profile names none",
      { profile: null, device: ['ar', 'en'], community: 'es' },
      'ar',
    ],
    [
      "the device's first that the app has",
      { profile: null, device: ['fr-FR', 'es-MX'], community: 'ar' },
      'es',
    ],
    [
      "the community's, if the device has none",
      { profile: null, device: ['fr', 'de'], community: 'ar' },
      'ar',
    ],
    [
      "the device's, if the app has not the profile's",
      { profile: 'tlh', device: ['es'], community: 'ar' },
      'es',
    ],
    ['open, if the app has none of them', { profile: null, device: ['fr'], community: null }, null],
  ])('is %s', (_which, wishes, language) => {
    expect(chooseLanguage({ visitor: null, ...wishes }, supported)).toBe(language);
  });
});

describe('formats', () => {
  it("are the device's own of the language", () => {
    expect(formatLocales('en', ['fr-CA', 'en-GB', 'en-US'])).toEqual(['en-GB', 'en-US', 'en']);
  });

  it("are those of the device's region if it has none of the language", () => {
    expect(formatLocales('es', ['en-GB'])).toEqual(['es-GB', 'es']);
    const [german] = formatLocales('en', ['de']);
    expect(german).toBe('en-DE');
    expect(new Intl.DateTimeFormat(german, { hour: 'numeric' }).resolvedOptions().hour12).toBe(false);
  });

  it('leave out invalid locales', () => {
    expect(formatLocales('en', ['en-US@posix'])).toEqual(['en']);
  });
});
