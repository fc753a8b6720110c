import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { LocationDialog } from './LocationDialog.tsx';

// without a community there is no map
beforeEach(() => api.use(http.get('*/api/community', () => new Promise<never>(() => {}))));

function open(me = aUser()) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  return renderWithProviders(<LocationDialog onClose={() => {}} />, { queryClient });
}
const nowhere = { latitude: null, longitude: null, areaLabel: null };

it('saves what a newcomer cannot eat, with one tap on it', async () => {
  const me = aUser({ ...nowhere, allergens: [] });
  const saved = reply(updateProfile, { ...me, allergens: ['peanuts'] });
  const { user } = open(me);
  await user.click(screen.getByRole('button', { name: 'peanuts' }));
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ allergens: ['peanuts'] }]));
  expect(screen.getByRole('button', { name: 'peanuts' }).getAttribute('aria-pressed')).toBe('true');
});

it.each([
  ['who has a place', aUser({ latitude: 40.76, longitude: -73.98 })],
  ['who has said it', aUser({ ...nowhere, allergens: ['milk'] })],
  ['for an organization', aUser({ ...nowhere, organizationName: 'Corner Bakery' })],
])('does not ask it %s', (_who, me) => {
  open(me);
  expect(screen.queryByText("Anything you can't eat?")).toBeNull();
});
