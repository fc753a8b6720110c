import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Routes } from './routes.tsx';

/** What a socket is to the app while it connects. */
class SilentSocket extends EventTarget {
  readyState = 0;
  close() {}
  send() {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  setCommunity(aCommunity());
  api.use(http.all('*', () => HttpResponse.json({ code: 'away', message: 'We are away.' }, { status: 503 })));
  reply(getUser, aUser());
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the screen in sight when the address changes', async () => {
  const { location } = renderWithProviders(<Routes />, { at: '/pantry' });
  await screen.findByRole('main');
  act(() => location.navigate('/larder'));
  expect(screen.queryAllByText(/^Loading/)).toEqual([]);
  expect(screen.getByRole('main')).toBeTruthy();
});
