import { changeEmail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { EmailPausedNotice } from './EmailPausedNotice.tsx';

async function open() {
  const { user } = renderWithProviders(<EmailPausedNotice me={aUser({ email: 'gone@example.org' })} />);
  await user.click(screen.getByRole('button', { name: 'Change email' }));
  await user.type(await screen.findByLabelText('New email'), 'ana@example.org');
  await user.type(screen.getByLabelText('Current password'), 'a good long password');
  return user;
}
const send = () => screen.getByRole('button', { name: 'Send me a link' });

it('mails a link to the new address, and says where mail is late', async () => {
  const heard = reply(changeEmail, { sentTo: 'ana@example.org' });
  reply(getCommunity, aCommunity({ sendsMail: true, mailIsLate: true }));
  const user = await open();
  await user.click(send());
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
  expect(heard.map(({ body }) => body)).toEqual([
    { email: 'ana@example.org', currentPassword: 'a good long password' },
  ]);
  expect(await screen.findByText(/having trouble sending email/)).toBeTruthy();
});

it('says that the password is wrong beside it', async () => {
  replyError(changeEmail, 422, {
    code: 'invalid',
    message: 'Please check',
    fields: { currentPassword: "That's not your password." },
  });
  const user = await open();
  await user.click(send());
  await screen.findByText(/not your password/);
});
