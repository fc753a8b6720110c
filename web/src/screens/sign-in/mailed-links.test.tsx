import {
  enterSignUpCode,
  openSignUpLink,
  requestPasswordReset,
  resetPassword,
  sendVerificationMail,
  signIn,
  verifyEmail,
} from '@openlarder/domain/accounts/sign-in-contract.ts';
import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { SignIn } from './SignIn.tsx';

let went: string[];

beforeEach(() => {
  went = [];
  setCommunity(aCommunity({ sendsMail: true }));
  reply(getCommunity, aCommunity({ sendsMail: true }));
  reply(getUser, aUser());
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
});
afterEach(() => vi.restoreAllMocks());

const open = (at: string) => renderWithProviders(<SignIn />, { at });
const heading = (name: string) => screen.findByRole('heading', { name });
const asked = (message: string) => ({ code: 'check-fields', message, fields: { password: message } });
const linkOver = { code: 'link-over', message: 'This link is over.' };

describe('a forgotten password', () => {
  it('is requested with the address typed before; the answer does not tell whether it exists', async () => {
    const heard = reply(requestPasswordReset, { sentTo: 'ana@example.org' });
    const { user, location } = open('/api/login?returnTo=%2F%3Ftab%3Dshare');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(document.activeElement).toBe(await heading('Forgot your password?'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ana@example.org');
    await user.click(screen.getByRole('button', { name: 'Get a link' }));
    expect(document.activeElement).toBe(await heading('Check your email'));
    expect(screen.getByText(/If there's an account for/).textContent).toContain('ana@example.org');
    expect(heard.map(({ body }) => body)).toEqual([{ email: 'ana@example.org' }]);
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(location.history.at(-1)).toBe('/api/login?returnTo=%2F%3Ftab%3Dshare');
  });

  it('is handled by the organizer where the community sends no mail', async () => {
    setCommunity(aCommunity({ sendsMail: false }));
    reply(requestPasswordReset, { sentTo: 'ana@example.org' });
    const { user } = open('/api/login?forgot=password');
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org{Enter}');
    await heading("Ask your community's organizer");
    expect(screen.getByText(/can find a link for you in the server's log/)).toBeTruthy();
    expect(screen.queryByText(/we sent a mail/)).toBeNull();
  });

  it('reports a malformed address at the field', async () => {
    const heard = reply(requestPasswordReset, { sentTo: '' });
    const { user } = open('/api/login?forgot=password');
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana{Enter}');
    await screen.findByRole('textbox', { description: /name@example.org/ });
    expect(heard).toEqual([]);
  });
});

describe('a mailed link to a new password', () => {
  it('leaves the address immediately, saves, and continues to sign-in and the stored path', async () => {
    const heard = reply(resetPassword, null);
    reply(signIn, aUser());
    const { user, location } = open('/api/login?reset=secret-token&returnTo=%2F%3Ftab%3Dshare');
    const field = await screen.findByLabelText('New password');
    expect(location.history).toEqual(['/api/login?returnTo=%2F%3Ftab%3Dshare']);
    expect(field.getAttribute('autocomplete')).toBe('new-password');
    await user.type(field, 'a new password{Enter}');
    expect(await screen.findByText('We saved your new password')).toBeTruthy();
    expect(heard[0]?.body).toEqual({ token: 'secret-token', newPassword: 'a new password' });
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'a new password{Enter}');
    await waitFor(() => expect(went).toEqual(['/?tab=share']));
  });

  it('offers a new link if it has expired', async () => {
    replyError(resetPassword, 409, linkOver);
    const { user } = open('/api/login?reset=old');
    await user.type(await screen.findByLabelText('New password'), 'a new password{Enter}');
    expect(await screen.findByText("This link doesn't work anymore")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Get a link' })).toBeTruthy();
  });

  it('keeps the input if no answer arrives', async () => {
    replyNetworkError(resetPassword);
    const { user } = open('/api/login?reset=good');
    const field = await screen.findByLabelText<HTMLInputElement>('New password');
    await user.type(field, 'a new password{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't reach the server.");
    expect(field.value).toBe('a new password');
  });
});

describe('a mailed confirmation link', () => {
  it('is posted once, leaves the address, and signs in', async () => {
    const heard = reply(verifyEmail, aUser());
    const { location } = open('/api/login?verify=secret-token&returnTo=%2F%3Flisting%3Dx');
    await waitFor(() => expect(went).toEqual(['/?listing=x']));
    expect(heard.map(({ body }) => body)).toEqual([{ token: 'secret-token' }]);
    expect(location.history).toEqual(['/api/login?returnTo=%2F%3Flisting%3Dx']);
  });

  it('continues if it was used before and its owner is signed in', async () => {
    replyError(verifyEmail, 409, linkOver);
    reply(getUser, aUser({ emailVerified: true }));
    open('/api/login?verify=used');
    await waitFor(() => expect(went).toEqual(['/']));
  });

  it('does not say that an email was changed which was not', async () => {
    replyError(verifyEmail, 409, linkOver);
    reply(getUser, aUser({ emailVerified: true, email: 'ana@example.org' }));
    const tokenOf = (email: string) => `used.${btoa(email).replaceAll('=', '')}`;
    const first = open(`/api/login?verify=${tokenOf('new@example.org')}`);
    await screen.findByRole('link', { name: 'Open my settings' });
    expect(went).toEqual([]);
    first.unmount();
    open(`/api/login?verify=${tokenOf('ana@example.org')}`);
    await waitFor(() => expect(went).toEqual(['/']));
  });

  it('is sent again to a signed-in person', async () => {
    replyError(verifyEmail, 409, linkOver);
    reply(getUser, aUser({ emailVerified: false }));
    reply(sendVerificationMail, { sentTo: 'ana@example.org' });
    const { user } = open('/api/login?verify=old');
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
    await heading('A new link is on its way');
    expect(went).toEqual([]);
  });

  it('asks a signed-out person to sign in first', async () => {
    replyError(verifyEmail, 409, linkOver);
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    replyError(sendVerificationMail, 401, { code: 'signed-out', message: 'Please sign in.' });
    const { user } = open('/api/login?verify=old');
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText("Sign in with your password, and we'll send you a new one.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('asks for the password in another browser than the one used to sign up', async () => {
    replyError(verifyEmail, 422, asked('Please enter the password you chose when you signed up'));
    const { user } = open('/api/login?verify=good&returnTo=%2F%3Flisting%3Dx');
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    replyError(verifyEmail, 422, asked('That is not your password.'));
    await user.type(field, 'a wrong one{Enter}');
    expect(await screen.findByText('That is not your password.')).toBeTruthy();
    expect(field.value).toBe('a wrong one');
    const heard = reply(verifyEmail, aUser());
    await user.clear(field);
    await user.type(field, 'share-a-meal{Enter}');
    await waitFor(() => expect(went).toEqual(['/?listing=x']));
    expect(heard.map(({ body }) => body)).toEqual([{ token: 'good', password: 'share-a-meal' }]);
  });

  it('lets a person who did not sign up set their own password', async () => {
    replyError(verifyEmail, 422, asked('Please enter the password you chose when you signed up'));
    const { user } = open('/api/login?verify=good');
    await user.click(await screen.findByRole('link', { name: 'Choose a new one' }));
    await heading('Forgot your password?');
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(went).toEqual([]);
  });

  it('asks a person without a password to sign in, and keeps the link', async () => {
    replyError(verifyEmail, 401, { code: 'signed-out', message: 'Please sign in.' });
    const { user } = open('/api/login?verify=good');
    await user.click(await screen.findByRole('button', { name: 'Go to the sign-in page' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('can be retried if no answer arrives', async () => {
    replyNetworkError(verifyEmail);
    const { user } = open('/api/login?verify=good');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    reply(verifyEmail, aUser());
    await user.click(again);
    await waitFor(() => expect(went).toEqual(['/']));
  });
});

describe('the mailed link of a sign-up', () => {
  it('is posted once, leaves the address, and signs in', async () => {
    const heard = reply(openSignUpLink, aUser());
    const { location } = open('/api/login?sign-up=secret-token&returnTo=%2F%3Flisting%3Dx');
    await waitFor(() => expect(went).toEqual(['/?listing=x']));
    expect(heard.map(({ body }) => body)).toEqual([{ token: 'secret-token' }]);
    expect(location.history).toEqual(['/api/login?returnTo=%2F%3Flisting%3Dx']);
  });

  it('asks for a password in another browser than the one used to sign up', async () => {
    replyError(openSignUpLink, 422, asked('Please choose a password'));
    const { user } = open('/api/login?sign-up=good&returnTo=%2F%3Flisting%3Dx');
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(field.getAttribute('autocomplete')).toBe('new-password');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    replyError(openSignUpLink, 422, asked('A little longer, please.'));
    await user.type(field, 'short{Enter}');
    expect(await screen.findByText('A little longer, please.')).toBeTruthy();
    const heard = reply(openSignUpLink, aUser());
    await user.type(field, ' but longer now{Enter}');
    await waitFor(() => expect(went).toEqual(['/?listing=x']));
    expect(heard.map(({ body }) => body)).toEqual([{ token: 'good', password: 'short but longer now' }]);
  });

  it('says who is signed in if it was used before, and continues; else leads to sign-in', async () => {
    replyError(openSignUpLink, 409, linkOver);
    reply(getUser, aUser({ email: 'ana@example.org' }));
    const first = open('/api/login?sign-up=used');
    await screen.findByText('ana@example.org');
    await first.user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(went).toEqual(['/']));
    first.unmount();
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    const { user } = open('/api/login?sign-up=used');
    await user.click(await screen.findByRole('button', { name: 'Go to the sign-in page' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('can be retried if no answer arrives', async () => {
    replyNetworkError(openSignUpLink);
    const { user } = open('/api/login?sign-up=good');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    reply(openSignUpLink, aUser());
    await user.click(again);
    await waitFor(() => expect(went).toEqual(['/']));
  });
});

describe('sign-up where the community sends mail', () => {
  const wrong =
    "That isn't the code from our newest email. Have another look, or open the link in it: it works in any browser.";
  const signedUp = async () => {
    const sent: unknown[] = [];
    api.use(
      http.post('*/api/auth/sign-up/email', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ sentTo: 'ana@example.org' }, { status: 202 });
      }),
    );
    const { user } = open('/api/login?returnTo=%2F%3Ftab%3Dshare');
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'share-a-meal{Enter}');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code from the email' });
    return { user, field, sent };
  };

  it('continues by the code from the mail', async () => {
    const { user, field } = await signedUp();
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    replyError(enterSignUpCode, 422, { code: 'check-fields', message: wrong, fields: { code: wrong } });
    await user.type(field, '111 111{Enter}');
    expect(await screen.findByText(wrong)).toBeTruthy();
    const heard = reply(enterSignUpCode, aUser());
    await user.clear(field);
    await user.type(field, '123 456{Enter}');
    await waitFor(() => expect(went).toEqual(['/?tab=share']));
    expect(heard.map(({ body }) => body)).toEqual([{ code: '123456' }]);
  });

  it('sends the mail again, also after the last try at the code', async () => {
    const { user, field, sent } = await signedUp();
    replyError(enterSignUpCode, 409, linkOver);
    await user.type(field, '111111{Enter}');
    expect(await screen.findByText(/^This code doesn't work anymore/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send the email again' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
    await waitFor(() => expect(field.value).toBe(''));
    expect(screen.queryByText(/^This code doesn't work anymore/)).toBeNull();
  });

  it('says where the mail went, and accepts another address with the rest kept', async () => {
    const bodies: unknown[] = [];
    api.use(
      http.post('*/api/auth/sign-up/email', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ sentTo: 'anna@example.org' }, { status: 202 });
      }),
    );
    const { user } = open('/api/login');
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'anna@example.org');
    await user.type(screen.getByLabelText('Password'), 'share-a-meal{Enter}');
    expect(document.activeElement).toBe(await heading('Check your email'));
    expect(screen.getByText('anna@example.org')).toBeTruthy();
    expect(went).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use another email' }));
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Ana');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('share-a-meal');
    await user.clear(email);
    await user.type(email, 'ana@example.org{Enter}');
    await heading('Check your email');
    expect(bodies).toMatchObject([{ email: 'anna@example.org' }, { email: 'ana@example.org' }]);
  });

  it('leads a person with an account to sign-in', async () => {
    api.use(
      http.post('*/api/auth/sign-up/email', () =>
        HttpResponse.json({ sentTo: 'ana@example.org' }, { status: 202 }),
      ),
    );
    const { user } = open('/api/login');
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'share-a-meal{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Sign in instead' }));
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
  });
});

describe('the stored path', () => {
  it('is kept until the mailed link leads back, and then deleted', async () => {
    api.use(
      http.post('*/api/auth/sign-up/email', () =>
        HttpResponse.json({ sentTo: 'ana@example.org' }, { status: 202 }),
      ),
    );
    const { user, unmount } = open('/api/login?returnTo=%2F%3Flisting%3Dx');
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'share-a-meal{Enter}');
    await heading('Check your email');
    unmount();
    reply(openSignUpLink, aUser());
    const second = open('/api/login?sign-up=token');
    await waitFor(() => expect(went).toEqual(['/?listing=x']));
    second.unmount();
    open('/api/login?sign-up=token');
    await waitFor(() => expect(went).toEqual(['/?listing=x', '/']));
  });
});
