import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { NotFound } from './NotFound.tsx';

it('says "404 Page Not Found" and leads back home', () => {
  setCommunity(aCommunity({ appName: 'Larder of Leith' }));
  renderWithProviders(<NotFound />, { at: '/nowhere' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 Page Not Found');
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  expect(document.title).toBe('Page not found · Larder of Leith');
});
