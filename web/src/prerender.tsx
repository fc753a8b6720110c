import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { type Language, SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { StartProblems } from '#web/app/StartProblems.tsx';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { LANGUAGES, loadCatalog } from '#web/lib/languages.ts';
import { Landing } from '#web/screens/landing/Landing.tsx';
import { Volunteer } from '#web/screens/volunteer/Volunteer.tsx';

/*
 * Runs when the app is built, by prerender-plugin.ts: what visitors see before any script runs, and what is shown where
 * a link to us is shared. The server fills in the name.
 */
const NAME_MARK = '__APP_NAME__';

export type StartScreen = { readonly title: string; readonly description: string; readonly html: string };

async function screensIn(language: Language): Promise<Readonly<Record<string, StartScreen>>> {
  i18n.loadAndActivate({ locale: language, messages: await loadCatalog(language, 'texts') });
  const rendered = (part: ReactNode): string =>
    renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>);
  const htmlOf = (name: string, screen: ReactNode): string =>
    rendered(
      <div data-screen={name}>
        <Router ssrPath="/">{screen}</Router>
      </div>,
    );
  const words = pageMetadata();
  return {
    landing: { ...words.landing, html: htmlOf('landing', <Landing />) },
    volunteer: { ...words.volunteer, html: htmlOf('volunteer', <Volunteer />) },
    'start-problems': { title: '', description: '', html: rendered(<StartProblems />) },
  };
}

/** By language and name. */
export async function prerender(): Promise<Readonly<Record<string, Readonly<Record<string, StartScreen>>>>> {
  setCommunity({
    appName: NAME_MARK,
    language: SOURCE_LANGUAGE,
    timeZone: 'UTC',
    country: null,
    currency: 'USD',
    mapCentre: { latitude: 0, longitude: 0 },
    mapBounds: { north: 0, south: 0, east: 0, west: 0 },
    town: null,
    reachKm: 50,
    mapTiles: null,
    addressLookup: null,
    sendsMail: false,
    mailIsLate: false,
    identityProvider: null,
    claims: null,
    payments: null,
    takesTestCards: false,
    volunteerEmail: null,
    operator: null,
    imprint: null,
    privacyNote: null,
    demoAccounts: [],
  });
  const screens: Record<string, Readonly<Record<string, StartScreen>>> = {};
  // one after the other: a language is active on the page
  for (const language of LANGUAGES) screens[language] = await screensIn(language);
  return screens;
}

/** Title and description where a link to us is shared or found. */
const pageMetadata = () => ({
  landing: {
    title: t`Turn Food Waste into Community Care`,
    description: t`Share surplus food with neighbors, and find food near you before it spoils.`,
  },
  volunteer: {
    title: t`Become a Volunteer`,
    description: t`An hour of yours can be someone's dinner. Help where you live, when it suits you.`,
  },
});
