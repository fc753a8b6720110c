import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Landing } from './Landing.tsx';

beforeEach(() => {
  setCommunity(aCommunity({ appName: 'Larder of Leith' }));
  reply(getCommunityStats, { mealsToday: 0, activeDonors: 0, co2Saved: 0 });
});

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the landing page', () => {
  it('has the hero, with Get Started leading to a new account and Sign In to sign-in', () => {
    renderWithProviders(<Landing />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Turn Food Waste into Community Care');
    expect(target('Get Started')).toBe('/api/login?new');
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/api/login');
  });

  it('leads to the volunteer page from the header, the hero and the end', () => {
    renderWithProviders(<Landing />);
    const links = [
      ...screen.getAllByRole('link', { name: 'Volunteer' }),
      screen.getByRole('link', { name: 'Become a Volunteer' }),
    ];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/volunteer',
      '/volunteer',
      '/volunteer',
    ]);
    expect(screen.getByRole('banner').contains(links[0] ?? null)).toBe(true);
  });

  it('explains itself in three steps', () => {
    renderWithProviders(<Landing />);
    const steps = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(steps).toEqual(['Share Food', 'Find Nearby', 'Make Impact']);
  });

  it('ends with a call to action that leads to a new account', () => {
    renderWithProviders(<Landing />);
    expect(target('Join Larder of Leith Today')).toBe('/api/login?new');
  });

  it('ends with who runs it, and what to read before signing up', async () => {
    setCommunity(aCommunity({ appName: 'Larder of Leith', volunteerEmail: 'help@leith.example' }));
    const { user } = renderWithProviders(<Landing />);
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText(/^Larder of Leith is run by people of this community/)).toBeTruthy();
    expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'mailto:help@leith.example',
      '/donate',
      '/api/login?read=privacy',
      '/api/login?read=terms',
    ]);
    await user.click(footer.getByRole('button', { name: 'Food safety' }));
    expect(await screen.findByRole('dialog', { name: 'Food Safety Guidelines' })).toBeTruthy();
  });

  it('shows what neighbors do, as far as there is something to show', async () => {
    reply(getCommunityStats, { mealsToday: 0, activeDonors: 31, co2Saved: 11_310.6 });
    renderWithProviders(<Landing />);
    const figures = await screen.findAllByRole('definition');
    expect(figures.map(({ textContent }) => textContent)).toEqual(['31', '11,311 lbs']);
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Active Donors',
      'CO₂ Saved',
    ]);
  });

  it('shows no figures where there are none', async () => {
    const asked = reply(getCommunityStats, { mealsToday: 0, activeDonors: 0, co2Saved: 0 });
    renderWithProviders(<Landing />);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('definition')).toBeNull();
  });
});
