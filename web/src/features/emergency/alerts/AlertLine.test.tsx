import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId, hoursFromNow } from '#web/testing/samples.ts';
import type { ShownAlert } from './alert-list.ts';
import { AlertLine } from './DonorAlerts.tsx';

const anAlert = (): ShownAlert => ({
  id: anId(),
  title: 'Dinner',
  householdSize: 3,
  urgencyLevel: 'emergency',
  pickupLocation: 'Chelsea',
  createdAt: hoursFromNow(-2),
  distanceKm: 2,
  alertedAt: hoursFromNow(-2),
});

it('is one line outside Discover, which leads to the requests', async () => {
  const onHelp = vi.fn<() => void>();
  const { user } = renderWithProviders(
    <AlertLine alerts={[anAlert(), anAlert()]} connectionError={null} onHelp={onHelp} />,
  );
  const line = within(screen.getByRole('region', { name: 'Emergency Food Requests Nearby' }));
  expect(line.getByRole('status').textContent).toBe('2 requests');
  await user.click(line.getByRole('button', { name: /Help Now$/ }));
  expect(onHelp).toHaveBeenCalledOnce();
  // The heading of the page comes first.
  expect(screen.queryByRole('heading')).toBeNull();
});

it('says why alerts may be delayed', () => {
  renderWithProviders(
    <AlertLine alerts={[]} connectionError="WebSocket connection failed" onHelp={() => {}} />,
  );
  expect(screen.getByText('Emergency alerts may be delayed: WebSocket connection failed')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
