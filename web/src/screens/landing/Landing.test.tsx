import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderPart } from '#web/testing/render.tsx';
import { Landing } from './Landing.tsx';

beforeEach(() => {
  setCommunity(aCommunity({ appName: 'Larder of Leith' }));
  renderPart(<Landing />);
});

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the landing page', () => {
  it('has the hero, with Get Started leading to a new account and Sign In to sign-in', () => {
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Turn Food Waste into Community Care');
    expect(target('Get Started')).toBe('/api/login?new');
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/api/login');
  });

  it('explains itself in three steps', () => {
    const steps = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(steps).toEqual(['Share Food', 'Find Nearby', 'Make Impact']);
  });

  it('ends with a call to action that leads to a new account', () => {
    expect(target('Join Larder of Leith Today')).toBe('/api/login?new');
  });
});
