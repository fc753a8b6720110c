import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { findTowns, openSetup, type SetupStart, setUp } from '@openlarder/domain/community/setup-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyError, replyNetworkError } from '#web/testing/api.ts';
import { refusalOf } from '#web/testing/errors.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { SetUp } from './SetUp.tsx';

let went: string[];
beforeEach(() => {
  went = [];
  setCommunity(aCommunity());
  reply(getUser, aUser());
  window.location.hash = '#the-token';
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
});
afterEach(() => vi.restoreAllMocks());

const start: SetupStart = {
  community: {
    appName: 'OpenLarder',
    language: 'en',
    place: null,
    timeZone: 'UTC',
    country: null,
    currency: 'USD',
  },
  languages: ['en', 'de'],
  fixed: [],
};
const berlin = {
  name: 'Berlin',
  within: null,
  country: 'DE',
  latitude: 52.52,
  longitude: 13.41,
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
};

const typeAllButPlace = async (user: ReturnType<typeof renderWithProviders>['user']) => {
  await user.type(await screen.findByLabelText('Name of your community'), 'Kiez teilt');
  await user.type(screen.getByLabelText('First name'), 'Ana');
  await user.type(screen.getByLabelText('Email'), 'ana@example.org');
  await user.type(screen.getByLabelText('Password'), 'a good long password');
};
const begin = () => screen.getByRole('button', { name: 'Start the community' });

it('takes time zone and country from the town, and begins', async () => {
  reply(openSetup, start);
  reply(findTowns, [berlin]);
  const heard = reply(setUp, { mailProblem: null });
  const { user } = renderWithProviders(<SetUp />, { at: '/setup' });
  await typeAllButPlace(user);
  await user.click(begin());
  expect(heard).toEqual([]);
  const town = screen.getByRole('textbox', { name: 'Town or city' });
  expect(town.getAttribute('aria-invalid')).toBe('true');
  await user.type(town, 'Berl');
  await screen.findByRole('button', { name: /Berlin/ });
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Europe/Berlin');
  const country = screen.getByLabelText<HTMLSelectElement>('Country');
  expect(within(country).getByRole<HTMLOptionElement>('option', { name: 'Germany' }).selected).toBe(true);
  await user.click(begin());
  await waitFor(() => expect(went).toEqual(['/']));
  expect(heard[0]?.body).toEqual({
    token: 'the-token',
    appName: 'Kiez teilt',
    // the country's, of which there is a catalog
    language: 'de',
    place: { latitude: 52.52, longitude: 13.41 },
    timeZone: 'Europe/Berlin',
    country: 'DE',
    currency: 'EUR',
    firstName: 'Ana',
    lastName: '',
    email: 'ana@example.org',
    password: 'a good long password',
  });
});

it('says what a variable decides, and what is wrong with the mail server before it goes on', async () => {
  const place = { latitude: -1.29, longitude: 36.82 };
  reply(openSetup, {
    ...start,
    community: { ...start.community, place, country: 'KE' },
    fixed: [{ field: 'country', variable: 'COUNTRY' }],
  });
  reply(setUp, { mailProblem: 'Check SMTP_URL.' });
  const { user } = renderWithProviders(<SetUp />, { at: '/setup' });
  await typeAllButPlace(user);
  screen.getByText('Set on the server by COUNTRY.');
  expect(screen.getByLabelText<HTMLSelectElement>('Country').disabled).toBe(true);
  await user.click(begin());
  await screen.findByText('Check SMTP_URL.');
  expect(went).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(went).toEqual(['/']));
});

it('does not call a link over that a dead network could not open', async () => {
  replyNetworkError(openSetup);
  const { user } = renderWithProviders(<SetUp />, { at: '/setup' });
  await screen.findByText("We couldn't open this page");
  expect(screen.queryByText("This link doesn't work anymore")).toBeNull();
  reply(openSetup, start);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByLabelText('Name of your community')).toBeTruthy();
});

it('tells a second visitor that the community is set up', async () => {
  replyError(openSetup, 409, refusalOf('setup-done'));
  renderWithProviders(<SetUp />, { at: '/setup' });
  await screen.findByText('This community is already set up. Sign in, or ask an organizer.');
  expect(screen.queryByRole('button', { name: 'Start the community' })).toBeNull();
});

it('sets the pin where the link of another map says', async () => {
  reply(openSetup, start);
  const heard = reply(findTowns, [{ ...berlin, latitude: 52.5, longitude: 13.4 }]);
  const { user } = renderWithProviders(<SetUp />, { at: '/setup' });
  const town = await screen.findByRole('textbox', { name: 'Town or city' });
  await user.click(town);
  await user.paste('https://www.openstreetmap.org/#map=15/52.5/13.4');
  await user.click(await screen.findByRole('button', { name: /Place the pin there/ }));
  await screen.findByLabelText('Country');
  expect(heard[0]?.body).toMatchObject({ near: { latitude: 52.5, longitude: 13.4 } });
});
