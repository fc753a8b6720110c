import { describe, expect, it } from 'vitest';
import { createLanguagePreference } from './language-preference.ts';

const LANGUAGES = ['en', 'es', 'ar'];

/** Visits on one device; each starts with what the ones before have left there. */
function onDevice(device: readonly string[]) {
  let stored: string | null = null;
  let visitor: string | null = null;
  return {
    choose: (language: string) => void (visitor = language),
    stored: () => stored,
    visit() {
      const shown: string[] = [];
      const preference = createLanguagePreference({
        deviceLanguages: () => device,
        visitorLanguage: () => visitor,
        supported: (tags) => tags.find((tag) => LANGUAGES.includes(tag)) ?? null,
        remembered: {
          get: () => stored,
          set: (language) => {
            stored = language;
          },
        },
        show: async (language) => void shown.push(language),
      });
      return { ...preference, shown };
    },
  };
}

describe('a first visit', () => {
  it("is in the device's language, then in the person's", async () => {
    const visit = onDevice(['es']).visit();
    await visit.start({ mayHaveSession: true });
    await visit.setProfileLanguage('ar');
    expect(visit.shown).toEqual(['es', 'ar']);
  });

  it('does not switch to the language already shown', async () => {
    const visit = onDevice(['es']).visit();
    await visit.start({ mayHaveSession: true });
    await visit.setProfileLanguage('es');
    await visit.setCommunityLanguage('ar');
    expect(visit.shown).toEqual(['es']);
  });

  it('is in English until the community is known, if the app has not the language of the device', async () => {
    const visit = onDevice(['fr']).visit();
    await visit.start({ mayHaveSession: false });
    await visit.setCommunityLanguage('es');
    expect(visit.shown).toEqual(['en', 'es']);
  });
});

it('is what a visitor chooses, now and on the next visit, until someone signs in who chose another', async () => {
  const device = onDevice(['en']);
  const visit = device.visit();
  await visit.start({ mayHaveSession: false });
  device.choose('es');
  await visit.showVisitorLanguage();
  const next = device.visit();
  await next.start({ mayHaveSession: false });
  await next.setProfileLanguage('ar');
  expect([visit.shown, next.shown]).toEqual([
    ['en', 'es'],
    ['es', 'ar'],
  ]);
});

it('is what a signed-in person chooses on a page for visitors, until the app is opened', async () => {
  const device = onDevice(['en']);
  await device.visit().setProfileLanguage('ar');
  const terms = device.visit();
  await terms.start({ mayHaveSession: true });
  device.choose('es');
  await terms.showVisitorLanguage();
  const privacy = device.visit();
  await privacy.start({ mayHaveSession: true });
  const app = device.visit();
  await app.start({ mayHaveSession: true });
  await app.setProfileLanguage('ar');
  const next = device.visit();
  await next.start({ mayHaveSession: true });
  expect([terms.shown, privacy.shown, app.shown, next.shown]).toEqual([
    ['ar', 'es'],
    ['es'],
    ['es', 'ar'],
    ['ar'],
  ]);
});

describe('the next visit', () => {
  it("starts with the person's language", async () => {
    const device = onDevice(['es']);
    await device.visit().setProfileLanguage('ar');
    const next = device.visit();
    await next.start({ mayHaveSession: true });
    await next.setProfileLanguage('ar');
    expect(next.shown).toEqual(['ar']);
  });

  it("starts with the device's language if signed out", async () => {
    const device = onDevice(['es']);
    await device.visit().setProfileLanguage('ar');
    const next = device.visit();
    await next.start({ mayHaveSession: false });
    expect(next.shown).toEqual(['es']);
  });

  it("starts with the community's language", async () => {
    const device = onDevice(['fr']);
    await device.visit().setCommunityLanguage('es');
    const next = device.visit();
    await next.start({ mayHaveSession: false });
    expect(next.shown).toEqual(['es']);
  });

  it('forgets the language of a person who has signed out', async () => {
    const device = onDevice(['es']);
    const visit = device.visit();
    await visit.setProfileLanguage('ar');
    await visit.setProfileLanguage(null);
    expect(device.stored()).toBeNull();
  });
});

it('leaves nothing on a device that has the language itself', async () => {
  const device = onDevice(['en']);
  const visit = device.visit();
  await visit.start({ mayHaveSession: true });
  await visit.setProfileLanguage('en');
  await visit.setCommunityLanguage('en');
  expect(device.stored()).toBeNull();
});
