import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { signIn, signUp } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { SignIn } from './SignIn.tsx';

let went: string[];

beforeEach(() => {
  went = [];
  setCommunity(aCommunity());
  reply(getUser, aUser());
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
});
afterEach(() => vi.restoreAllMocks());

/** The accessible description of a field. */
const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

const open = (at = '/api/login') => renderWithProviders(<SignIn />, { at });
const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');

it('starts with the sign-up form on a link for a new account', () => {
  open('/api/login?new');
  expect(screen.getByRole('tab', { name: 'Create account', selected: true })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'First name' })).toBeTruthy();
});

it('keeps what was typed to sign up, and not the password', async () => {
  const first = open('/api/login?new');
  await first.user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
  await first.user.type(email(), 'ana@example.org');
  await first.user.type(password(), 'share-a-meal');
  first.unmount();
  open('/api/login?new');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Ana');
  expect((email() as HTMLInputElement).value).toBe('ana@example.org');
  expect((password() as HTMLInputElement).value).toBe('');
});

describe('signing in', () => {
  it('sends both fields and continues to the requested page', async () => {
    const heard = reply(signIn, aUser());
    const { user } = open('/api/login?returnTo=%2F%3Ftab%3Dshare');
    await user.type(email(), ' Ana@Example.org ');
    await user.type(password(), 'share-a-meal{Enter}');
    await waitFor(() => expect(went).toEqual(['/?tab=share']));
    expect(heard.map(({ body }) => body)).toEqual([{ email: 'ana@example.org', password: 'share-a-meal' }]);
  });

  it('begins at the counter of an organization, unless another page was asked for', async () => {
    const bakery = aUser({ organizationName: 'Ninth Avenue Bakery' });
    reply(getUser, bakery);
    reply(signIn, bakery);
    for (const at of ['/api/login', '/api/login?returnTo=%2Fdonate']) {
      const { user, unmount } = open(at);
      await user.type(email(), 'ana@example.org');
      await user.type(password(), 'share-a-meal{Enter}');
      await waitFor(() => expect(went.length).toBe(at === '/api/login' ? 1 : 2));
      unmount();
    }
    expect(went).toEqual(['/?tab=profile', '/donate']);
  });

  it('never goes to another site', async () => {
    reply(signIn, aUser());
    const { user } = open(`/api/login?returnTo=${encodeURIComponent('//evil.example')}`);
    await user.type(email(), 'ana@example.org');
    await user.type(password(), 'share-a-meal{Enter}');
    await waitFor(() => expect(went).toEqual(['/']));
  });

  it('reports missing input at the field and sends nothing', async () => {
    const heard = reply(signIn, aUser());
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const described = await screen.findByRole('textbox', { description: errorSentence('required.email') });
    expect(document.activeElement).toBe(described);
    expect(descriptionOf(password())).toBe(errorSentence('required.password'));
    expect(heard).toEqual([]);
  });

  it('says what to do where the browser has not kept the cookie, and stays', async () => {
    reply(signIn, aUser());
    replyError(getUser, 401, refusalOf('signed-out'));
    const { user } = open();
    await user.type(email(), 'ana@example.org');
    await user.type(password(), 'share-a-meal{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Allow cookies for this site');
    expect(went).toEqual([]);
  });

  it('reports a wrong password in one sentence and keeps the input', async () => {
    replyError(signIn, 401, refusalOf('wrong-password'));
    const { user } = open();
    await user.type(email(), 'ana@example.org');
    await user.type(password(), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(errorSentence('wrong-password'));
    expect(document.activeElement).toBe(password());
    expect(screen.getByDisplayValue('ana@example.org')).toBe(email());
    expect(went).toEqual([]);
  });

  it('says so if no answer arrives', async () => {
    replyNetworkError(signIn);
    const { user } = open();
    await user.type(email(), 'ana@example.org');
    await user.type(password(), 'share-a-meal{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't reach the server.");
  });

  it('works with password managers and can show the password', async () => {
    const { user } = open();
    expect(email().getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
    expect(password().getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().getAttribute('type')).toBe('password');
  });
});

describe('creating an account', () => {
  async function openForm() {
    const part = open();
    await part.user.click(screen.getByRole('tab', { name: 'Create account' }));
    return part;
  }

  it('sends names, user type, email and password', async () => {
    const heard = reply(signUp, aUser());
    const { user } = await openForm();
    await user.click(screen.getByRole('radio', { name: 'I have food to share' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: /^Last name/ }), 'Bell');
    await user.type(email(), 'ana@example.org');
    await user.type(password(), 'share-a-meal');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(went).toEqual(['/']));
    expect(heard[0]?.body).toEqual({
      firstName: 'Ana',
      lastName: 'Bell',
      email: 'ana@example.org',
      password: 'share-a-meal',
      userType: 'donor',
      language: 'en',
    });
  });
});

describe('the demo community', () => {
  it('signs in as one of its people by one press', async () => {
    setCommunity(
      aCommunity({
        demoAccounts: [
          {
            id: '1',
            name: 'Rosa Delgado',
            email: 'rosa@demo.example',
            password: 'share-a-meal',
            userType: 'donor',
            organizationName: null,
          },
        ],
      }),
    );
    const heard = reply(signIn, aUser());
    const { user } = open();
    const rosa = screen.getByRole('button', { name: 'Rosa Delgado Community Donor' });
    // on a phone the form stands first
    const form = screen.getByLabelText('Email');
    expect(form.compareDocumentPosition(rosa)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    expect(screen.getByText(/starts over each night/)).toBeDefined();
    await user.click(rosa);
    await waitFor(() => expect(went).toEqual(['/']));
    expect(heard[0]?.body).toEqual({ email: 'rosa@demo.example', password: 'share-a-meal' });
  });

  it('is offered only in a demo', () => {
    open();
    expect(screen.queryByText(/demo community/)).toBeNull();
  });
});
