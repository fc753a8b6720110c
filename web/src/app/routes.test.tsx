import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { SPECIFIED_CLAIMS } from '@openlarder/domain/kernel/community-claims.ts';
import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Routes } from './routes.tsx';

let left: string[];

beforeEach(() => {
  left = [];
  setCommunity(aCommunity());
  reply(getCommunityStats, { mealsToday: 0, activeDonors: 0, co2Saved: 0 });
  vi.spyOn(window.location, 'replace').mockImplementation((to) => void left.push(String(to)));
});
afterEach(() => vi.restoreAllMocks());

const nobody = () => replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });

describe('while the session is unknown', () => {
  it("shows the loading text with the community's name", async () => {
    setCommunity(undefined);
    reply(getCommunity, aCommunity({ appName: 'Larder of Leith' }));
    nobody();
    renderWithProviders(<Routes />);
    expect(screen.getByRole('status').textContent).toBe('Loading OpenLarder');
    expect(await screen.findByText('Loading Larder of Leith')).toBeTruthy();
  });
});

describe('signed out', () => {
  it.each(['/', '/landing'])('%s is the landing page', async (at) => {
    nobody();
    renderWithProviders(<Routes />, { at });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Turn Food Waste into Community Care' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/api/login?new');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/api/login');
    expect(screen.getByRole('link', { name: 'Join OpenLarder Today' }).getAttribute('href')).toBe(
      '/api/login?new',
    );
    expect(left).toEqual([]);
  });

  it('shows the support card on the donation page, with a way to sign in', async () => {
    nobody();
    renderWithProviders(<Routes />, { at: '/donate' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Support OpenLarder' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In to Donate' }).getAttribute('href')).toBe('/');
    expect(screen.getByText(/^We can't take cards here yet. You can sign in/)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'How Donations Help' })).toBeNull();
    expect(left).toEqual([]);
  });

  it("shows the community's claims on the donation page, and nothing of a history", async () => {
    setCommunity(aCommunity({ claims: { ...SPECIFIED_CLAIMS, split: null } }));
    nobody();
    renderWithProviders(<Routes />, { at: '/donate' });
    expect(await screen.findByRole('heading', { level: 2, name: 'How Donations Help' })).toBeTruthy();
    expect(screen.getByText('95% go directly to programs')).toBeTruthy();
    expect(screen.queryByText(/Your Impact/)).toBeNull();
  });

  it('shows the volunteer page', async () => {
    nobody();
    renderWithProviders(<Routes />, { at: '/volunteer' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Become a Volunteer' })).toBeTruthy();
    expect(left).toEqual([]);
  });

  it('redirects any other page to the sign-in page and back', async () => {
    nobody();
    renderWithProviders(<Routes />, { at: '/pantry?shelf=2' });
    await waitFor(() => expect(left).toEqual(['/api/login?returnTo=%2Fpantry%3Fshelf%3D2']));
  });

  it.each([
    ['/privacy', '/api/login?read=privacy'],
    ['/terms', '/api/login?read=terms'],
  ])('%s leads to the text', async (at, text) => {
    nobody();
    const { location } = renderWithProviders(<Routes />, { at });
    await waitFor(() => expect(location.history).toEqual([text]));
  });

  it.each([
    'listing=0198',
    'tab=messages&conversation=0198',
    'q=rye+bread&diet=vegan',
    'area=1,2,3,4',
    'person=0198',
    'map=open',
    'sheet=location',
  ])('redirects a shared link through the sign-in page: %s', async (search) => {
    nobody();
    renderWithProviders(<Routes />, { at: `/?${search}` });
    await waitFor(() => expect(left).toEqual([`/api/login?returnTo=${encodeURIComponent(`/?${search}`)}`]));
  });

  it('shows the sign-in page', async () => {
    nobody();
    renderWithProviders(<Routes />, { at: '/api/login' });
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('shows no question on the sign-out page', async () => {
    nobody();
    const { location } = renderWithProviders(<Routes />, { at: '/api/logout' });
    await waitFor(() => expect(location.history).toEqual(['/']));
  });
});

describe('if the session cannot be loaded', () => {
  it('says so and retries on request', async () => {
    replyError(getUser, 503, { code: 'away', message: 'We are away for a moment.' });
    const { user } = renderWithProviders(<Routes />);
    expect(await screen.findByText('We are away for a moment.')).toBeTruthy();
    nobody();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'Get Started' })).toBeTruthy();
  });
});
