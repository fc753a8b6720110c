import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Volunteer } from './Volunteer.tsx';

beforeEach(() => setCommunity(aCommunity({ volunteerEmail: 'helpers@leith.example' })));

const cards = (name: string): string[] =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('the volunteer page', () => {
  it('has Back to Home and Sign In in its header', () => {
    renderWithProviders(<Volunteer />);
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/api/login');
  });

  it('has the hero "Become a Volunteer", whose button and closing call sign up to help', () => {
    renderWithProviders(<Volunteer />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Become a Volunteer');
    for (const name of ['Sign Up to Volunteer', 'Join OpenLarder Today'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/api/login?new&as=volunteer');
  });

  it('has three benefit cards', () => {
    renderWithProviders(<Volunteer />);
    expect(cards("Why it's worth your time")).toEqual([
      'Fight Food Waste',
      'Build Community',
      'Gain Recognition',
    ]);
  });

  it('has four opportunity cards, two with a badge', () => {
    renderWithProviders(<Volunteer />);
    expect(cards('Ways to help')).toEqual([
      'Food Pickup & Delivery',
      'Community Outreach',
      'Event Coordination',
      'Emergency Response',
    ]);
    const [pickup, , , emergency] = within(screen.getByRole('region', { name: 'Ways to help' })).getAllByRole(
      'listitem',
    );
    expect(pickup?.textContent).toContain('Most Needed');
    expect(emergency?.textContent).toContain('On-Call');
  });

  it('links the mailbox of the volunteers, where there is one', () => {
    const { unmount } = renderWithProviders(<Volunteer />);
    const link = screen.getByRole('link', { name: 'helpers@leith.example' });
    expect(link.getAttribute('href')).toBe('mailto:helpers@leith.example');
    unmount();
    setCommunity(aCommunity());
    renderWithProviders(<Volunteer />);
    expect(screen.queryByText(/Write to us/)).toBeNull();
  });
});
