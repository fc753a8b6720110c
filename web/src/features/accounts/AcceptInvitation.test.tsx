import { acceptInvitation } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { AcceptInvitation } from './AcceptInvitation.tsx';

it('accepts the invitation of the address once, and removes it from there', async () => {
  const asked = reply(acceptInvitation, null);
  const { location } = renderWithProviders(<AcceptInvitation />, { at: '/?tab=map&invitation=one-time' });
  expect(await screen.findByText('Welcome!')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'one-time' }]);
  expect(location.history?.at(-1)).toBe('/?tab=map');
});

it('says why it cannot be used, and tries again', async () => {
  replyError(acceptInvitation, 409, refusalOf('link-over'));
  const { user } = renderWithProviders(<AcceptInvitation />, { at: '/?invitation=used' });
  expect(await screen.findByText(errorSentence('link-over'))).toBeTruthy();
  const asked = reply(acceptInvitation, null);
  // notices take clicks once they are counted
  await waitFor(() => user.click(screen.getByRole('button', { name: 'Try Again' })));
  await waitFor(() => expect(asked).toHaveLength(1));
});

it('does nothing without one', () => {
  const asked = reply(acceptInvitation, null);
  renderWithProviders(<AcceptInvitation />, { at: '/?tab=map' });
  expect(asked).toEqual([]);
});
