import { getUser, updateProfile, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { expectNoSheetEntry, sheetEntries } from '#web/testing/history.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { currentUserQuery } from '../current-user.ts';
import { ProfileActions } from './ProfileActions.tsx';
import { ProfileCard } from './ProfileCard.tsx';

const placed = { location: '5 Main St', latitude: 40.75, longitude: -73.99, areaLabel: 'Chelsea' } as const;
const crust = {
  organizationName: 'Crust',
  organizationType: 'bakery',
  location: '9 Mill Lane, Leith',
} as const;

afterEach(() => onlineManager.setOnline(true));
beforeEach(() => {
  reply(getArea, { areaLabel: 'Chelsea' });
});

function Profile() {
  const { data } = useQuery(currentUserQuery);
  if (!data) return null;
  return (
    <ProfileCard
      me={data}
      name="The name"
      initials="TN"
      actions={<ProfileActions me={data} setting={aCommunity()} />}
    />
  );
}

function openProfile(me: User) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  return renderWithProviders(<Profile />, { queryClient });
}

async function openEdit(me: User) {
  const part = openProfile(me);
  const button = screen.getByRole('button', { name: 'Edit Profile' });
  await part.user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Profile' });
  await within(dialog).findByRole('textbox', { name: 'First name' });
  return { ...part, button, dialog: within(dialog) };
}

describe('Edit Profile', () => {
  it('sends only what was changed and updates the profile immediately', async () => {
    const me = aUser(placed);
    const heard = reply(updateProfile, { ...me, userType: 'volunteer', radiusKm: 10 });
    const { user, dialog } = await openEdit(me);
    await user.clear(dialog.getByRole('textbox', { name: 'First name' }));
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Anna');
    await user.click(dialog.getByRole('radio', { name: 'I want to help out' }));
    await user.click(dialog.getByRole('button', { name: 'vegan' }));
    await user.click(dialog.getByRole('button', { name: 'tree nuts' }));
    await user.click(dialog.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('Volunteer');
    expect(heard.map(({ body }) => body)).toEqual([
      { firstName: 'Anna', userType: 'volunteer', diets: ['vegan'], allergens: ['tree_nuts'] },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('tells a verified bakery that moves, before it saves, what becomes of its mark', async () => {
    const { user, dialog } = await openEdit(aUser({ ...placed, ...crust, verified: true }));
    const address = dialog.getByRole('textbox', { name: /address/i });
    await user.type(address, ' ');
    expect(dialog.queryByText(/^Your verified mark/)).toBeNull();
    await user.clear(address);
    await user.type(address, '1 Far Street');
    dialog.getByText(/^Your verified mark .* comes back once an organizer has looked; .* for a week\.$/);
  });

  it('asks before changes are lost', async () => {
    const { user, button, dialog } = await openEdit(aUser(placed));
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'bella');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Anabella');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.click(button);
    const again = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    expect((await again.findByRole<HTMLInputElement>('textbox', { name: 'First name' })).value).toBe('Ana');
  });

  it('shows each error at its field and focuses the first', async () => {
    const heard = reply(updateProfile, aUser());
    const { user, dialog } = await openEdit(aUser(placed));
    const first = dialog.getByRole('textbox', { name: 'First name' });
    await user.clear(first);
    await user.click(dialog.getByRole('button', { name: 'Save profile' }));
    await dialog.findByText('Please enter your first name');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(heard).toEqual([]);
  });

  it('says what failed and that nothing typed is lost, also offline', async () => {
    replyNetworkError(updateProfile);
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => network.mockRestore());
    onlineManager.setOnline(false);
    const { user, dialog } = await openEdit(aUser(placed));
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'bella');
    await user.click(dialog.getByRole('button', { name: 'Save profile' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Your changes are still here.');
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Anabella');
  });
});

describe('Register as Business', () => {
  it('is for donors without an organization', () => {
    openProfile(aUser({ userType: 'donor' }));
    expect(screen.getByRole('button', { name: 'Register as Business' })).toBeTruthy();
  });
  it.each([{ userType: 'recipient' }, { userType: 'volunteer' }, { userType: 'donor', ...crust }] as const)(
    'is hidden for %o',
    (who) => {
      openProfile(aUser(who));
      expect(screen.queryByRole('button', { name: 'Register as Business' })).toBeNull();
    },
  );

  async function openForm() {
    const part = openProfile(aUser({ userType: 'donor', ...placed }));
    await part.user.click(screen.getByRole('button', { name: 'Register as Business' }));
    const dialog = await screen.findByRole('dialog', { name: 'Corporate Food Rescue Registration' });
    const form = within(dialog);
    await form.findByRole('button', { name: 'Register as Business' });
    return { ...part, form };
  }
  const send = (form: ReturnType<typeof within>) =>
    form.getByRole('button', { name: 'Register as Business' });

  it('validates with the specified messages', async () => {
    const heard = reply(updateProfile, aUser());
    const { user, form } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Organization name' }), 'C');
    await user.type(form.getByRole('textbox', { name: 'Business address' }), '9 M');
    await user.click(send(form));
    await form.findByText('Organization name must be at least 2 characters');
    expect(form.getByText('Please provide a complete address')).toBeTruthy();
    expect(form.getByText('Please choose the type of organization')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Organization name' })),
    );
    expect(heard).toEqual([]);
  });

  it('sends the four fields; the labels and buttons change immediately', async () => {
    const heard = reply(updateProfile, aUser({ userType: 'donor', ...crust }));
    const { user, form } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Organization name' }), 'Crust');
    await user.selectOptions(form.getByRole('combobox', { name: 'Type of organization' }), 'Bakery');
    await user.type(form.getByRole('textbox', { name: 'Business address' }), '9 Mill Lane, Leith');
    await user.click(send(form));
    expect(await screen.findByText('Corporate Partner')).toBeTruthy();
    expect(screen.getByText('Business Partner')).toBeTruthy();
    expect(screen.getByText('9 Mill Lane, Leith')).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ ...crust, userType: 'donor' }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Register as Business' })).toBeNull());
  });

  it('sends the pin if one was set, never the home’s', async () => {
    const heard = reply(updateProfile, aUser({ userType: 'donor', ...crust }));
    const { user, form } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Organization name' }), 'Crust');
    await user.selectOptions(form.getByRole('combobox', { name: 'Type of organization' }), 'bakery');
    await user.type(form.getByRole('textbox', { name: 'Business address' }), '9 Mill Lane, Leith');
    await user.type(form.getByLabelText('Latitude'), '40.8');
    await user.type(form.getByLabelText('Longitude'), '-73.9{Enter}');
    await user.click(send(form));
    await waitFor(() =>
      expect(heard.map(({ body }) => body)).toEqual([
        { ...crust, userType: 'donor', latitude: 40.8, longitude: -73.9 },
      ]),
    );
  });

  it('shows the specified failure message and keeps the input', async () => {
    replyError(updateProfile, 503, { code: 'away', message: 'We are away.' });
    reply(getUser, aUser({ userType: 'donor' }));
    const { user, form } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Organization name' }), 'Crust');
    await user.selectOptions(form.getByRole('combobox', { name: 'Type of organization' }), 'bakery');
    await user.type(form.getByRole('textbox', { name: 'Business address' }), '9 Mill Lane, Leith');
    await user.click(send(form));
    const alert = await form.findByRole('alert');
    expect(within(alert).getByText('Registration Failed')).toBeTruthy();
    expect(alert.textContent).toContain('Please try again or contact support if the problem persists.');
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Organization name' }).value).toBe('Crust');
  });
});

describe('a business profile', () => {
  it.each(['Close', 'Back'])('is asked for by an address once, until %s', async (way) => {
    window.history.pushState(null, '', '/?tab=share');
    window.history.pushState(null, '', '/?tab=profile&sheet=business');
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, aUser({ userType: 'donor' }));
    const { user } = renderWithProviders(
      <Router hook={useBrowserLocation} searchHook={useBrowserSearch}>
        <Profile />
      </Router>,
      { queryClient },
    );
    const dialog = within(await screen.findByRole('dialog', { name: /^Corporate Food Rescue/ }));
    await waitFor(() => expect(sheetEntries()).toBe(1));
    if (way === 'Back') act(() => window.history.back());
    else await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectNoSheetEntry();
    expect(window.location.search).toBe('?tab=profile');
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).not.toBe('?tab=profile'));
    expect(window.location.search).toBe('?tab=share');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when its address is public and sends it as such', async () => {
    const me = aUser({ userType: 'donor', ...placed, ...crust });
    const heard = reply(updateProfile, me);
    const { user, dialog } = await openEdit(me);
    expect(
      dialog.getByText(/Once an organizer has verified your business, everyone here sees its address/),
    ).toBeTruthy();
    expect(dialog.queryByRole('radio')).toBeNull();
    await user.type(dialog.getByRole('textbox', { name: 'Business address' }), ' EH6');
    await user.click(dialog.getByRole('button', { name: 'Save profile' }));
    await waitFor(() =>
      expect(heard.map(({ body }) => body)).toEqual([{ location: '9 Mill Lane, Leith EH6' }]),
    );
  });

  it('can be removed after a confirmation', async () => {
    const heard = reply(updateProfile, aUser({ userType: 'donor' }));
    const { user, button, dialog } = await openEdit(aUser({ userType: 'donor', ...placed, ...crust }));
    await user.click(dialog.getByRole('button', { name: 'Stop being a business' }));
    const question = within(await screen.findByRole('dialog', { name: 'Stop being a business?' }));
    await user.click(question.getByRole('button', { name: 'Stop being a business' }));
    expect(await screen.findByText('Community Donor')).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ organizationName: null }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
