import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { signInWithProvider } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Routes } from '#web/app/routes.tsx';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { SignIn } from '../sign-in/SignIn.tsx';

let went: string[];

beforeEach(() => {
  went = [];
  setCommunity(aCommunity());
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
});
afterEach(() => vi.restoreAllMocks());

describe('the terms of use and the privacy notice', () => {
  it.each([
    ['terms', 'Terms of use', 'What no one can promise'],
    ['privacy', 'Privacy notice', 'Who sees what'],
  ])('%s is public and does not ask for the session', async (read, title, part) => {
    const asked = reply(getUser, () => {
      throw new Error('asked');
    });
    renderWithProviders(<Routes />, { at: `/api/login?read=${read}` });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: part })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it.each([
    ['any', ['/?tab=profile&room=settings']],
    ['none', []],
  ])('lead back to the settings if there may be a session: session %s', async (session, links) => {
    const meta = document.head.appendChild(document.createElement('meta'));
    Object.assign(meta, { name: 'session', content: session });
    renderWithProviders(<Routes />, { at: '/api/login?read=terms' });
    await screen.findByRole('heading', { level: 1 });
    const back = screen.queryAllByRole('link', { name: 'Back to your profile' });
    expect(back.map((link) => link.getAttribute('href'))).toEqual(links);
    meta.remove();
  });

  it('say who runs the community, as the operator has set it', async () => {
    setCommunity(
      aCommunity({
        operator: { name: 'Nachbarschaftshaus e. V.', contact: 'kontakt@haus.example' },
        imprint: 'Beispielweg 1, Berlin\nVR 12345',
        privacyNote: 'Beschwerden: Berliner Beauftragte',
      }),
    );
    const { unmount } = renderWithProviders(<Routes />, { at: '/api/login?read=privacy' });
    const contact = await screen.findByRole('link', { name: 'kontakt@haus.example' });
    expect(contact.getAttribute('href')).toBe('mailto:kontakt@haus.example');
    for (const text of ['Beispielweg 1, Berlin', 'VR 12345', 'Beschwerden: Berliner Beauftragte'])
      expect(screen.getByText(text)).toBeTruthy();
    unmount();
    renderWithProviders(<Routes />, { at: '/api/login?read=terms' });
    expect(await screen.findByText('VR 12345')).toBeTruthy();
    expect(screen.queryByText(/^Beschwerden/)).toBeNull();
  });

  it("state the community's actual settings", async () => {
    setCommunity(
      aCommunity({
        appName: 'Larder of Leith',
        sendsMail: true,
        identityProvider: { name: 'Leith ID' },
        payments: { publishableKey: 'pk_live_1' },
        mapTiles: { format: 'raster', url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '' },
      }),
    );
    renderWithProviders(<SignIn />, { at: '/api/login?read=privacy' });
    await screen.findByText(/^Larder of Leith stores what it needs/);
    expect(screen.getByText(/If you continue with Leith ID/)).toBeTruthy();
    expect(screen.getByText(/map's images come from another server/)).toBeTruthy();
    expect(screen.getByText(/go through the mail server/)).toBeTruthy();
    expect(screen.getByText(/our card provider Stripe handles the payment/)).toBeTruthy();
    expect(screen.getByText(/A sign-up: a day/)).toBeTruthy();
    expect(screen.queryByText(/this community doesn't send email/)).toBeNull();
  });

  it('open over a half-filled form, which stays', async () => {
    const { user } = renderWithProviders(<SignIn />, { at: '/api/login' });
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ana');
    const link = screen.getByRole('link', { name: 'privacy notice' });
    expect(link.getAttribute('href')).toBe('/api/login?read=privacy');
    await user.click(link);
    expect(await screen.findByRole('dialog', { name: 'Privacy notice' })).toBeTruthy();
    expect(await screen.findByText(/one fixed spot on the map that it shares/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Ana');
  });
});

describe('an identity provider', () => {
  const open = (at = '/api/login') => {
    setCommunity(aCommunity({ identityProvider: { name: 'Leith ID' } }));
    return renderWithProviders(<SignIn />, { at });
  };

  it('is redirected to with the return path', async () => {
    const heard = reply(signInWithProvider, { url: 'https://id.example/authorize?state=x' });
    const { user } = open('/api/login?returnTo=%2F%3Ftab%3Dshare');
    await user.click(screen.getByRole('button', { name: 'Continue with Leith ID' }));
    await waitFor(() => expect(went).toEqual(['https://id.example/authorize?state=x']));
    expect(heard[0]?.body).toEqual({ returnTo: '/?tab=share' });
  });

  it('is reported once if it refused, with the form still there', async () => {
    const { location } = open('/api/login?error=provider&returnTo=%2F%3Ftab%3Dshare');
    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't sign you in");
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(location.history).toEqual(['/api/login?returnTo=%2F%3Ftab%3Dshare']);
  });

  it('is reported as unavailable', async () => {
    replyError(signInWithProvider, 503, { code: 'away', message: 'Leith ID does not answer.' });
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Continue with Leith ID' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Leith ID does not answer.');
    expect(went).toEqual([]);
  });

  it('is hidden where the community has none', () => {
    renderWithProviders(<SignIn />, { at: '/api/login' });
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
  });
});

describe('after account closure', () => {
  it('the landing page shows a farewell', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    reply(getCommunityStats, { mealsToday: 0, activeDonors: 0, co2Saved: 0 });
    renderWithProviders(<Routes />, { at: '/?closed' });
    expect(await screen.findByText('Your account is closed')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Get Started' })).toBeTruthy();
  });
});
