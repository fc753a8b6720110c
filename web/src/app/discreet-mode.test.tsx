/// <reference types="vite/types/importMeta.d.ts" />
import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { getListing } from '@openlarder/domain/listings/listing-contract.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { setDiscreet, startDiscreetMode } from '#web/lib/discreet-mode.ts';
import { paths } from '#web/lib/paths.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aConversation, aListing, anId } from '#web/testing/samples.ts';
import { Routes } from './routes.tsx';

const listing = aListing({ title: 'Sourdough loaves' });

/** Every screen. */
const SCREENS: readonly string[] = [
  ...Object.values(paths).filter((at) => typeof at === 'string'),
  '/nowhere',
].filter((at) => !at.includes('?'));
/** What of a screen has a title of its own. */
const PARTS = [paths.tab('share'), paths.listing(listing.id), paths.conversation(anId())];

let titles: string[];

/** What a socket is to the app while it connects. */
class SilentSocket extends EventTarget {
  readyState = 0;
  close() {}
  send() {}
}

beforeEach(() => {
  titles = [];
  vi.spyOn(document, 'title', 'set').mockImplementation((title) => void titles.push(title));
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  setCommunity(aCommunity({ appName: 'Larder of Leith' }));
  api.use(http.all('*', () => HttpResponse.json({ code: 'away', message: 'We are away.' }, { status: 503 })));
  // the test environment lays nothing out
  Object.assign(document, { elementsFromPoint: () => [] });
});
afterEach(() => {
  setDiscreet(false);
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'elementsFromPoint');
  vi.restoreAllMocks();
});

/** Shows the address until its screen has come. */
async function visit(at: string, discreet: boolean): Promise<string[]> {
  reply(getUser, aUser({ discreet }));
  reply(listConversations, [aConversation({ unreadCount: 3 })]);
  renderWithProviders(<Routes />, { at });
  const isListing = at.includes('listing=');
  if (isListing) reply(getListing, listing);
  if (isListing) await screen.findByRole('dialog', { name: 'Sourdough loaves' });
  await screen.findAllByRole('main', { hidden: true });
  await waitFor(() => expect(titles.length).toBeGreaterThan(0));
  return [...new Set(titles)];
}

describe('the title of the tab', () => {
  it.each([...SCREENS, ...PARTS])(
    'is "Home" and nothing else at %s, before the server answers and after',
    async (at) => {
      setDiscreet(true);
      expect(await visit(at, true)).toEqual(['Home']);
    },
  );

  it.each(['/', '/nowhere'])('names the community at %s for other people', async (at) => {
    const seen = await visit(at, false);
    expect(seen.filter((title) => !title.endsWith('Larder of Leith'))).toEqual([]);
  });

  it('has said nothing else on a device that learns of it', async () => {
    expect(await visit(paths.conversation(anId()), true)).toEqual(['Home']);
    expect(document.cookie).toContain('discreet=1');
  });

  it('names the community again after signing out', async () => {
    setDiscreet(true);
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    reply(getCommunityStats, { mealsToday: 0, activeDonors: 0, co2Saved: 0 });
    renderWithProviders(<Routes />, { at: '/' });
    await waitFor(() => expect(titles.at(-1)).toBe('Turn Food Waste into Community Care · Larder of Leith'));
    expect(localStorage.getItem('openlarder.discreet')).toBeNull();
    expect(document.cookie).not.toContain('discreet');
  });

  it('follows a switch in another tab', async () => {
    await visit('/', false);
    localStorage.setItem('openlarder.discreet', 'true');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'openlarder.discreet' })));
    expect(titles.at(-1)).toBe('Home');
    localStorage.removeItem('openlarder.discreet');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'openlarder.discreet' })));
    expect(titles.at(-1)).toMatch(/Larder of Leith$/);
  });
});

describe('the icon of the tab', () => {
  beforeEach(() => document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon.svg">'));
  afterEach(() => document.head.querySelector('link[rel="icon"]')?.remove());
  const icon = () => document.head.querySelector('link[rel="icon"]')?.getAttribute('href');

  it('is plain from the start where the device remembers it, and follows the switch', () => {
    setDiscreet(true);
    const stop = startDiscreetMode({ mayHaveSession: true });
    expect(icon()).toBe('/plain.svg');
    setDiscreet(false);
    expect(icon()).toBe('/favicon.svg');
    setDiscreet(true);
    expect(icon()).toBe('/plain.svg');
    stop();
  });

  it('is off without a session, and the stored mode is cleared', () => {
    setDiscreet(true);
    startDiscreetMode({ mayHaveSession: false })();
    expect(icon()).toBe('/favicon.svg');
    expect([localStorage.getItem('openlarder.discreet'), document.cookie]).toEqual([null, '']);
  });
});

/** The web app as it is written. */
const sources: Record<string, string> = import.meta.glob(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('nothing makes a sound, vibrates, or shows outside of the page', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  const loud =
    /\bnew Audio\b|\bAudioContext\b|<(?:audio|video)\b(?!\s+muted\b)|\bvibrate\(|\bnew Notification\(|\bNotification\.request|showNotification|speechSynthesis|setAppBadge/;
  const found = Object.entries(sources).filter(([, source]) => loud.test(source));
  expect(found.map(([file]) => file)).toEqual([]);
});

it('one place sets the title of the tab', () => {
  const setting = Object.entries(sources).filter(([, source]) => source.includes('document.title'));
  expect(setting.map(([file]) => file)).toEqual(['../features/community/use-document-title.ts']);
});
