import {
  getHelpOffer,
  type HelpOffer,
  putHelpOffer,
} from '@openlarder/domain/volunteers/volunteer-contract.ts';
import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { expectNoSheetEntry } from '#web/testing/history.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { HelpOfferDialog, HelpOfferSettings } from './HelpOfferForms.tsx';
import { VolunteerCorner } from './VolunteerCorner.tsx';

const NOTHING: HelpOffer = { days: [], times: [], area: '', transport: [], answeredAt: null };
const OFFER: HelpOffer = {
  days: ['saturday'],
  times: ['evening'],
  area: 'Midtown',
  transport: ['bicycle'],
  answeredAt: '2026-11-21T10:00:00Z',
};
const { answeredAt: _, ...SAID } = OFFER;

const clientOf = (userType: User['userType']) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ userType }));
  return queryClient;
};
const chip = (name: string) => screen.findByRole('button', { name });

beforeEach(() => setCommunity(aCommunity()));

describe('the question after signing up to help', () => {
  it('saves days, times, area and transport, and closes', async () => {
    reply(getHelpOffer, NOTHING);
    const heard = reply(putHelpOffer, OFFER);
    const onClose = vi.fn();
    const { user } = renderWithProviders(<HelpOfferDialog onClose={onClose} />, {
      queryClient: clientOf('volunteer'),
    });
    for (const name of ['Saturday', 'evenings', 'by bike']) await user.click(await chip(name));
    expect((await chip('Saturday')).getAttribute('aria-pressed')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: /Where/ }), 'Midtown');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Thank you, Ana!' })).toBeTruthy();
    expect(screen.getByText("You're free: Saturday")).toBeTruthy();
    await expectNoSheetEntry();
    expect(screen.getByText(/will write to ana@/)).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([SAID]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says so if nothing is chosen, and saves nothing', async () => {
    reply(getHelpOffer, NOTHING);
    const heard = reply(putHelpOffer, NOTHING);
    const { user } = renderWithProviders(<HelpOfferDialog onClose={() => {}} />, {
      queryClient: clientOf('volunteer'),
    });
    await chip('Saturday');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Choose at least one day/)).toBeTruthy();
    expect(heard).toEqual([]);
    await user.click(await chip('Saturday'));
    expect(screen.queryByText(/^Choose at least one day/)).toBeNull();
  });

  it('turns another kind of account into a volunteer’s', async () => {
    reply(getHelpOffer, OFFER);
    reply(putHelpOffer, OFFER);
    const heard = reply(updateProfile, aUser({ userType: 'volunteer' }));
    const { user } = renderWithProviders(<HelpOfferDialog onClose={() => {}} />, {
      queryClient: clientOf('recipient'),
    });
    await chip('Saturday');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ userType: 'volunteer' }]));
  });

  it('asks for nothing: "Not now" saves nothing', async () => {
    reply(getHelpOffer, NOTHING);
    const onClose = vi.fn();
    const { user } = renderWithProviders(<HelpOfferDialog onClose={onClose} />, {
      queryClient: clientOf('volunteer'),
    });
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps the choice if it cannot be saved, and says so', async () => {
    reply(getHelpOffer, NOTHING);
    replyError(putHelpOffer, 503, { code: 'away', message: 'Please try again in a moment.' });
    const { user } = renderWithProviders(<HelpOfferDialog onClose={() => {}} />, {
      queryClient: clientOf('volunteer'),
    });
    await user.click(await chip('Saturday'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
    expect((await chip('Saturday')).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the settings', () => {
  it('show the person’s offer, and delete it', async () => {
    reply(getHelpOffer, OFFER);
    const heard = reply(putHelpOffer, NOTHING);
    const { user } = renderWithProviders(<HelpOfferSettings isVolunteer />);
    expect((await chip('by bike')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Where/ }).value).toBe('Midtown');
    await user.click(screen.getByRole('button', { name: 'Delete my answer' }));
    await waitFor(async () => expect((await chip('by bike')).getAttribute('aria-pressed')).toBe('false'));
    expect(heard.map(({ body }) => body)).toEqual([{ days: [], times: [], area: '', transport: [] }]);
    expect(screen.queryByRole('button', { name: 'Delete my answer' })).toBeNull();
  });

  it('show nothing to a person who is no volunteer and has made no offer', async () => {
    const asked = reply(getHelpOffer, NOTHING);
    renderWithProviders(<HelpOfferSettings isVolunteer={false} />);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('the corner of volunteers', () => {
  it('leads to what they can do today, and to the question until it is answered', async () => {
    setCommunity({ ...aCommunity(), volunteerEmail: 'team@food.example' });
    reply(getHelpOffer, NOTHING);
    renderWithProviders(<VolunteerCorner />, { queryClient: clientOf('volunteer') });
    const answer = await screen.findByRole('link', { name: /Say when you can help/ });
    expect(answer.getAttribute('href')).toBe('/?sheet=helping');
    const needs = screen.getByRole('link', { name: /See who needs food/ });
    expect(needs.getAttribute('href')).toBe('/?sheet=needs');
    const share = screen.getByRole('link', { name: /Share what you can spare/ });
    expect(share.getAttribute('href')).toBe('/?tab=share');
    expect(screen.getByRole('button', { name: /Tell a neighbor/ })).toBeTruthy();
    // who writes, where to, and that no one can say when
    expect(answer.textContent).toMatch(/organizer of .+ writes to ana@.+We can't say when/);
    const mailbox = screen.getByRole('link', { name: /Write to the organizers/ });
    expect(mailbox.getAttribute('href')).toBe('mailto:team@food.example');
  });

  it('leads to their answer once there is one', async () => {
    reply(getHelpOffer, OFFER);
    renderWithProviders(<VolunteerCorner />, { queryClient: clientOf('volunteer') });
    const check = await screen.findByRole('link', { name: /Check when you can help/ });
    expect(check.getAttribute('href')).toBe('/?tab=profile&room=settings');
  });
});

it('an invitation is copied and shown where the device has no share sheet', async () => {
  reply(getHelpOffer, NOTHING);
  const { user } = renderWithProviders(<VolunteerCorner />, { queryClient: clientOf('volunteer') });
  await user.click(await screen.findByRole('button', { name: /Tell a neighbor/ }));
  const text = /Come and join us on .+: http/;
  expect(await screen.findByText(text)).toBeTruthy();
  expect(await window.navigator.clipboard.readText()).toMatch(text);
});
