import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId, hoursFromNow } from '#web/testing/samples.ts';
import type { ShownAlert } from './alert-list.ts';
import { AlertBanner } from './AlertBanner.tsx';

const anAlert = (known: Partial<ShownAlert> = {}): ShownAlert => ({
  id: anId(),
  title: 'Dinner',
  householdSize: 3,
  urgencyLevel: 'emergency',
  pickupLocation: 'Chelsea',
  createdAt: hoursFromNow(-2),
  distanceKm: 2,
  alertedAt: hoursFromNow(-2),
  ...known,
});

function show(alerts: readonly ShownAlert[], connectionError: string | null = null) {
  const heard = {
    onHelp: vi.fn<(requestId: string | null) => void>(),
    onMap: vi.fn<() => void>(),
    onDismiss: vi.fn<(alerts: readonly ShownAlert[]) => void>(),
  };
  return {
    ...renderWithProviders(<AlertBanner alerts={alerts} connectionError={connectionError} {...heard} />),
    ...heard,
  };
}

it('shows the counts, and expands and collapses the list', async () => {
  const alerts = [
    anAlert(),
    anAlert({ title: 'Soup' }),
    anAlert({ title: 'Milk', urgencyLevel: 'high', householdSize: 1, distanceKm: 0 }),
  ];
  const { user } = show(alerts);
  expect(screen.getByRole('status').textContent).toBe('3 neighbors near you need food. Can you help?');
  const banner = within(screen.getByRole('region', { name: 'Emergency Food Requests Nearby' }));
  expect(banner.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'View (3)',
    'Help Now',
  ]);
  await user.click(screen.getByRole('button', { name: 'View (3)' }));
  expect(banner.getByText('2 Emergency')).toBeTruthy();
  expect(banner.getByText('1 High Priority')).toBeTruthy();
  const milk = within(screen.getByText('Milk').closest('li') ?? document.body);
  for (const words of ['HIGH', 'In your area', '1 person', 'Chelsea', '2 h ago'])
    expect(milk.getByText(words)).toBeTruthy();
  expect(screen.getAllByText('EMERGENCY')).toHaveLength(2);
  // it stands before the page's own heading
  expect(screen.queryByRole('heading')).toBeNull();
  expect(
    screen.getByText('These requests expire in 24 hours; only shown to eligible donors in your area'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('button', { name: /^Respond/ })).toBeNull();
});

it('marks each alert with its urgency, by word and sign', async () => {
  const { user } = show([anAlert(), anAlert({ urgencyLevel: 'high' })]);
  await user.click(screen.getByRole('button', { name: 'View (2)' }));
  const signs = screen
    .getAllByText('Dinner')
    .map((title) => title.closest('li')?.querySelector('span')?.textContent);
  expect(signs).toEqual(['🚨EMERGENCY', '⚡HIGH']);
});

it('opens all requests, one, and the map; dismisses one, or all', async () => {
  const [soup, milk] = [anAlert({ title: 'Soup' }), anAlert({ title: 'Milk' })];
  const { user, onHelp, onMap, onDismiss } = show([soup, milk]);
  await user.click(screen.getByRole('button', { name: 'Help Now' }));
  await user.click(screen.getByRole('button', { name: 'View (2)' }));
  await user.click(screen.getByRole('button', { name: 'View Map' }));
  await user.click(screen.getByRole('button', { name: 'Dismiss Milk' }));
  await user.click(screen.getByRole('button', { name: 'Respond to Milk' }));
  await user.click(screen.getByRole('button', { name: 'View (2)' }));
  await user.click(screen.getByRole('button', { name: 'Dismiss all alerts' }));
  expect(onHelp.mock.calls).toEqual([[null], [milk.id]]);
  expect(onMap).toHaveBeenCalledOnce();
  expect(onDismiss.mock.calls).toEqual([[[milk]], [[soup, milk]]]);
});

it('hides its icons from screen readers and says why alerts may be delayed', () => {
  show([], 'WebSocket connection failed');
  expect(screen.getByRole('region', { name: 'Emergency Food Requests Nearby' })).toBeTruthy();
  expect(screen.getByText('🚨').getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('Emergency alerts may be delayed: WebSocket connection failed')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
