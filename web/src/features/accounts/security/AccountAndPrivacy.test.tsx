import {
  closeAccount,
  getUser,
  updateProfile,
  type User,
} from '@openlarder/domain/accounts/account-contract.ts';
import {
  changePassword,
  endSession,
  listSessions,
  type Session,
  signOutEverywhere,
} from '@openlarder/domain/accounts/sign-in-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId } from '#web/testing/samples.ts';
import { currentUserQuery, useCurrentUser } from '../current-user.ts';
import { AccountAndPrivacy, VisibilitySettings } from './AccountAndPrivacy.tsx';
import { DiscreetMode } from './DiscreetMode.tsx';

const aSession = (said: Partial<Session> = {}): Session => ({
  id: anId(),
  device: 'Firefox, Android',
  createdAt: '2026-11-03T12:00:00Z',
  isCurrent: false,
  ...said,
});
const here = aSession({ device: 'Chrome, Windows', isCurrent: true });

let went: string[];

beforeEach(() => {
  went = [];
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
});
afterEach(() => vi.restoreAllMocks());

const open = (me = aUser()) => renderWithProviders(<AccountAndPrivacy me={me} />, { at: '/?tab=profile' });

describe('what neighbors see', () => {
  const show = (me: User) => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, me);
    reply(getUser, me);
    return renderWithProviders(<Mine />, { queryClient });
  };
  function Mine() {
    return <VisibilitySettings me={useCurrentUser()} />;
  }

  it('is hidden line by line, and shown again', async () => {
    const saved = reply(updateProfile, ({ body }) => aUser({ verified: true, ...(body as Partial<User>) }));
    const { user } = show(aUser({ verified: true }));
    for (const [name, line] of [
      ['How often you share', 'showsSharing'],
      ['That you reply quickly', 'showsReplies'],
      ["That you're verified", 'showsVerified'],
    ] as const) {
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
      for (const shown of [false, true]) {
        await user.click(box);
        await waitFor(() => expect(saved.at(-1)?.body).toEqual({ [line]: shown }));
        await waitFor(() => expect(box.checked).toBe(shown));
      }
    }
  });

  it('has no line for an unverified person', () => {
    show(aUser());
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  });
});

describe('the discreet mode', () => {
  const name = 'Keep it discreet';
  /** As on the profile, which shows the person as the last answer says. */
  function Mine() {
    return <DiscreetMode me={useCurrentUser()} />;
  }
  const show = (me = aUser()) => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, me);
    reply(getUser, me);
    return renderWithProviders(<Mine />, { queryClient });
  };

  it('is saved by its switch, and says what it does', async () => {
    const saved = reply(updateProfile, ({ body }) => aUser(body as Partial<User>));
    const { user } = show();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box.checked).toBe(false);
    const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe(
      "The tab shows a plain name, nothing makes a sound, and notifications, emails, and your calendar don't mention food.",
    );
    await user.click(box);
    await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ discreet: true }]));
    await waitFor(() => expect(box.checked).toBe(true));
    await user.click(box);
    await waitFor(() => expect(saved.at(-1)?.body).toEqual({ discreet: false }));
    await waitFor(() => expect(box.checked).toBe(false));
  });

  it('stays unchanged if it could not be saved, and says so', async () => {
    replyError(updateProfile, 503, { code: 'away', message: 'We are away.' });
    const { user } = show(aUser({ discreet: true }));
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
    await user.click(box);
    expect(await screen.findByText('We are away.')).toBeTruthy();
    expect(box.checked).toBe(true);
  });
});

describe('the list of sessions', () => {
  it('names each device with its time and offers no sign-out for this one', async () => {
    reply(listSessions, [here, aSession(), aSession({ device: null })]);
    open();
    expect(await screen.findByText('This device')).toBeTruthy();
    expect(screen.getAllByText(/^since Nov 3, \d/)).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Sign out Chrome, Windows/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Sign out Unknown device, signed in since/ })).toBeTruthy();
  });

  it('signs another device out and keeps focus in the list', async () => {
    const other = aSession();
    let left = [here, other];
    reply(listSessions, () => left);
    const ended = reply(endSession, () => {
      left = [here];
      return null;
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Sign out Firefox, Android/ }));
    await waitFor(() => expect(screen.queryByText('Firefox, Android')).toBeNull());
    expect(ended.map(({ params }) => params)).toEqual([{ id: other.id }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: "Where you're signed in" }));
  });

  it('says when a device could not be signed out', async () => {
    reply(listSessions, [here, aSession()]);
    replyError(endSession, 503, { code: 'away', message: 'We are away.' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Sign out Firefox, Android/ }));
    await screen.findAllByText('Firefox, Android is still signed in');
    replyNetworkError(endSession);
    await user.click(screen.getByRole('button', { name: /^Sign out Firefox, Android/ }));
    await screen.findAllByText("We don't know if Firefox, Android is signed out");
    expect(screen.getByRole('button', { name: /^Sign out Firefox, Android/ })).toBeTruthy();
  });

  it('shows a few of many, and all on request', async () => {
    reply(listSessions, [here, ...Array.from({ length: 6 }, () => aSession())]);
    const { user } = open();
    await screen.findByText('This device');
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Show all 7 devices' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
  });

  it('offers a retry if it could not be loaded', async () => {
    replyError(listSessions, 503, { code: 'away', message: 'We are away.' });
    const { user } = open();
    await screen.findByText('We are away.');
    reply(listSessions, [here]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('This device')).toBeTruthy();
  });
});

describe('sign out everywhere', () => {
  async function ask() {
    reply(listSessions, [here]);
    const part = open();
    await part.user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    return { ...part, question: within(await screen.findByRole('dialog')) };
  }

  it('confirms and leads to the landing page', async () => {
    const heard = reply(signOutEverywhere, null);
    const { user, question } = await ask();
    expect(heard).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(went).toEqual(['/']));
  });

  it('stays on an error', async () => {
    replyError(signOutEverywhere, 503, { code: 'away', message: 'We are away.' });
    const { user, question } = await ask();
    await user.click(question.getByRole('button', { name: 'Sign out everywhere' }));
    expect((await question.findByRole('alert')).textContent).toBe("We are away.You're still signed in.");
    expect(went).toEqual([]);
  });
});

describe('changing the password', () => {
  async function openForm() {
    reply(listSessions, [here]);
    const part = open();
    await part.user.click(screen.getByRole('button', { name: 'Change password' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change password' }));
    await form.findByLabelText('New password');
    return { ...part, form };
  }

  it('tells password managers which field is which', async () => {
    const heard = reply(changePassword, null);
    const { user, form } = await openForm();
    expect(form.getByLabelText('Current password').getAttribute('autocomplete')).toBe('current-password');
    expect(form.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
    expect(form.getByDisplayValue('ana@example.org').getAttribute('autocomplete')).toBe('username');
    await user.type(form.getByLabelText('Current password'), 'share-a-meal');
    await user.type(form.getByLabelText('New password'), 'share-two-meals{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findAllByText('We changed your password')).not.toHaveLength(0);
    expect(heard[0]?.body).toEqual({ currentPassword: 'share-a-meal', newPassword: 'share-two-meals' });
  });

  it('reports a wrong password at its field', async () => {
    replyError(changePassword, 422, {
      code: 'check-fields',
      message: 'That is not your password',
      fields: { currentPassword: 'That is not your password' },
    });
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Current password'), 'wrong');
    await user.type(form.getByLabelText('New password'), 'share-two-meals{Enter}');
    await form.findByText('That is not your password');
    expect(document.activeElement).toBe(form.getByLabelText('Current password'));
  });

  it('does not ask for a password that does not exist', () => {
    reply(listSessions, [here]);
    open(aUser({ hasPassword: false }));
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
    expect(screen.getByText(/You sign in through your community's own sign-in/)).toBeTruthy();
  });
});

describe('the data export', () => {
  it('is a download next to the terms and the privacy notice', () => {
    reply(listSessions, [here]);
    open();
    const file = screen.getByRole('link', { name: 'Download my data' });
    expect(file.getAttribute('href')).toBe('/api/users/export');
    expect(file.hasAttribute('download')).toBe(true);
    expect(screen.getByRole('link', { name: 'Terms of use' }).getAttribute('href')).toBe(
      '/api/login?read=terms',
    );
    expect(screen.getByRole('link', { name: 'Privacy notice' }).getAttribute('href')).toBe(
      '/api/login?read=privacy',
    );
  });
});

describe('closing the account', () => {
  async function openForm(me = aUser()) {
    reply(listSessions, [here]);
    const part = open(me);
    await part.user.click(screen.getByRole('button', { name: 'Close account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Close your account?' }));
    await form.findByRole('button', { name: 'Close my account' });
    return { ...part, form };
  }

  it('explains, asks for the password and leads to a farewell', async () => {
    const heard = reply(closeAccount, null);
    const { user, form } = await openForm();
    expect(form.getByText(/We'll take down the food you're sharing/)).toBeTruthy();
    expect(form.getByText(/“Deleted account”/)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Close my account' }));
    await form.findByText('Please enter your password');
    expect(document.activeElement).toBe(form.getByLabelText('Your password'));
    expect(heard).toEqual([]);
    await user.type(form.getByLabelText('Your password'), 'share-a-meal{Enter}');
    await waitFor(() => expect(went).toEqual(['/?closed']));
    expect(heard.map(({ body }) => body)).toEqual([{ password: 'share-a-meal' }]);
  });

  it('asks for no password if there is none', async () => {
    const heard = reply(closeAccount, null);
    const { user, form } = await openForm(aUser({ hasPassword: false }));
    expect(form.queryByLabelText('Your password')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Close my account' }));
    await waitFor(() => expect(went).toEqual(['/?closed']));
    expect(heard[0]?.body).toEqual({});
  });

  it('changes nothing with a wrong password and says so at the field', async () => {
    replyError(closeAccount, 422, {
      code: 'check-fields',
      message: 'That is not your password',
      fields: { password: 'That is not your password' },
    });
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Your password'), 'wrong{Enter}');
    await form.findByText('That is not your password');
    expect(document.activeElement).toBe(form.getByLabelText('Your password'));
    expect(went).toEqual([]);
  });

  it('claims nothing if no answer arrives', async () => {
    replyNetworkError(closeAccount);
    replyNetworkError(getUser);
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Your password'), 'share-a-meal{Enter}');
    expect((await form.findByRole('alert')).textContent).toContain(
      "We don't know if your account was closed",
    );
  });
});
