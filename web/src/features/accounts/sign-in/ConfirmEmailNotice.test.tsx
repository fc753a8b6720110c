import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { sendVerificationMail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { currentUserQuery } from '../current-user.ts';
import { ConfirmEmailNotice } from './ConfirmEmailNotice.tsx';

const open = () => renderWithProviders(<ConfirmEmailNotice email="ana@example.org" />);
const sendAgain = () => screen.getByRole('button', { name: 'Send it again' });

it('sends the mail again and says where to', async () => {
  const heard = reply(sendVerificationMail, { sentTo: 'ana@example.org' });
  const { user } = open();
  await user.click(sendAgain());
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Sent to ana@example.org'));
  expect(heard).toHaveLength(1);
  expect(document.activeElement).toBe(sendAgain());
});

it('says why it could not', async () => {
  replyError(sendVerificationMail, 429, refusalOf('too-many'));
  const { user } = open();
  await user.click(sendAgain());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(errorSentence('too-many')));
});

it('checks again when the person returns from their mailbox', async () => {
  reply(getUser, aUser({ emailVerified: true }));
  const { queryClient } = open();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(queryClient.getQueryData(currentUserQuery.queryKey)?.emailVerified).toBe(true));
});
