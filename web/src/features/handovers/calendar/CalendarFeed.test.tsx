import {
  createCalendarFeed,
  getCalendarFeed,
  revokeCalendarFeed,
} from '@openlarder/domain/handovers/calendar-contract.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply, replyNetworkError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';

const OLD = { url: 'https://food.example/api/calendar/old/pickups.ics' };
const NEW = { url: 'https://food.example/api/calendar/new/pickups.ics' };
const address = () => screen.findByLabelText<HTMLInputElement>('Your calendar link');

it('creates a URL and says what it gives access to', async () => {
  reply(getCalendarFeed, { url: null });
  reply(createCalendarFeed, OLD);
  const { user } = renderWithProviders(<CalendarFeed />);
  await user.click(await screen.findByRole('button', { name: 'Create calendar link' }));
  expect((await address()).value).toBe(OLD.url);
  expect(
    screen.getByText(/Anyone who has it can see your pickups.*It never shows home addresses/),
  ).toBeTruthy();
});

it('copies the URL', async () => {
  reply(getCalendarFeed, OLD);
  const { user } = renderWithProviders(<CalendarFeed />);
  await address();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(OLD.url);
});

it('asks before it replaces the URL', async () => {
  reply(getCalendarFeed, OLD);
  const asked = reply(createCalendarFeed, NEW);
  const { user } = renderWithProviders(<CalendarFeed />);
  await address();
  await user.click(screen.getByRole('button', { name: 'Create new link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create a new link?' });
  expect(within(dialog).getByText(/The old link stops working right away/)).toBeTruthy();
  expect(asked).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Create new link' }));
  expect(await screen.findByDisplayValue(NEW.url)).toBeTruthy();
  expect(await screen.findByText("The old one doesn't work anymore.")).toBeTruthy();
});

it('revokes the URL after asking, and keeps it after an error', async () => {
  reply(getCalendarFeed, OLD);
  replyNetworkError(revokeCalendarFeed);
  const { user } = renderWithProviders(<CalendarFeed />);
  await address();
  await user.click(screen.getByRole('button', { name: 'Turn off link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off your calendar link?' });
  await user.click(within(dialog).getByRole('button', { name: 'Turn off link' }));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  reply(revokeCalendarFeed, null);
  await user.click(within(dialog).getByRole('button', { name: 'Turn off link' }));
  expect(await screen.findByRole('button', { name: 'Create calendar link' })).toBeTruthy();
});

it('offers a retry if loading fails', async () => {
  replyNetworkError(getCalendarFeed);
  const { user } = renderWithProviders(<CalendarFeed />);
  const told = await screen.findByRole('alert');
  reply(getCalendarFeed, OLD);
  await user.click(within(told).getByRole('button', { name: 'Try Again' }));
  expect((await address()).value).toBe(OLD.url);
});
