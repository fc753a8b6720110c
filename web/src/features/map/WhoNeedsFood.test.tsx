import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { expectNoSheetEntry } from '#web/testing/history.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { WhoNeedsFood } from './WhoNeedsFood.tsx';

const clientOf = (userType: 'volunteer' | 'recipient' | 'donor') => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ userType }));
  return queryClient;
};

beforeEach(() => setCommunity(aCommunity()));

describe('where food is needed', () => {
  const cluster = (label: string, count: number) => ({
    id: label,
    type: 'food_needed' as const,
    urgencyLevel: 'high' as const,
    count,
    latitude: 40.7,
    longitude: -74,
    items: [],
    areas: [{ label, bounds: [], count }],
  });

  it('is told by area, most first, however many marks an area has', async () => {
    reply(listClusters, [cluster('Chelsea', 1), cluster('Harlem', 2), cluster('Chelsea', 2)]);
    renderWithProviders(<WhoNeedsFood onClose={() => {}} />, { queryClient: clientOf('volunteer') });
    await screen.findByText('Chelsea');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Chelsea3 neighbors asked',
      'Harlem2 neighbors asked',
    ]);
    expect(screen.getByText(/^Want to answer a request yourself/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Share Food' })).toBeTruthy();
  });

  it.each(['recipient', 'volunteer'] as const)(
    'lets a %s become a donor, and leads to the requests',
    async (userType) => {
      reply(listClusters, []);
      const saved = reply(updateProfile, aUser({ userType: 'donor' }));
      const { user, location } = renderWithProviders(<WhoNeedsFood onClose={() => {}} />, {
        queryClient: clientOf(userType),
      });
      await user.click(await screen.findByRole('button', { name: 'Answer requests as a donor' }));
      await waitFor(() => expect(location.history.at(-1)).toBe('/?tab=discover&filter=emergencies'));
      expect(saved.map(({ body }) => body)).toEqual([{ userType: 'donor' }]);
      expect(screen.queryByRole('button', { name: 'Answer requests as a donor' })).toBeNull();
    },
  );

  it('is good news if no one asks', async () => {
    reply(listClusters, []);
    renderWithProviders(<WhoNeedsFood onClose={() => {}} />, { queryClient: clientOf('volunteer') });
    expect(await screen.findByText('No one nearby is asking right now')).toBeTruthy();
    await expectNoSheetEntry();
  });
});
