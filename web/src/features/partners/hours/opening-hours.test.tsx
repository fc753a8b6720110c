import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  getOpeningHours,
  getPartner,
  type OpeningHoursBody,
  type Partner,
  putOpeningHours,
} from '@openlarder/domain/partners/partner-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { NOW } from '#web/testing/business-counter.tsx';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, ANA_ID, hoursFromNow } from '#web/testing/samples.ts';
import { PosterSection } from '../poster/Poster.tsx';
import { PartnerHead, weekdaysLabel } from './PartnerHours.tsx';
import { OpeningHoursForm } from './OpeningHoursForm.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setCommunity(aCommunity());
});
afterEach(() => void vi.useRealTimers());

const MONDAY = { weekday: 'monday', opens: '07:00', closes: '20:30' } as const;
const aPartner = (said: Partial<Partner> = {}): Partner => ({
  id: ANA_ID,
  name: 'Blue Door Bakery',
  address: '5 Elm Street',
  hours: [MONDAY],
  ...said,
});

function openForm(hours: Partner['hours'] = [], shared: readonly Listing[] = []) {
  reply(getOpeningHours, () => ({ hours }));
  const saved = reply(putOpeningHours, ({ body }) => body as OpeningHoursBody);
  return { saved, ...renderWithProviders(<OpeningHoursForm shared={shared} />) };
}
const button = (name: string) => screen.findByRole('button', { name });

describe('the form of opening hours', () => {
  it('takes Monday for the week with one tap, and saves all of it', async () => {
    const { user, saved } = openForm();
    await user.click(await button('Add hours on Monday'));
    await user.clear(screen.getByLabelText('Monday: opens'));
    await user.type(screen.getByLabelText('Monday: opens'), '07:00');
    await user.click(await button('Same for Mon–Fri'));
    await user.click(await button('Save opening hours'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toEqual({
      hours: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekday) => ({
        weekday,
        opens: '07:00',
        closes: '18:00',
      })),
    });
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('takes several times a day, marks times past midnight, and leaves out empty ones', async () => {
    const { user, saved } = openForm([{ weekday: 'friday', opens: '17:00', closes: '01:00' }]);
    expect(await screen.findByText('Past midnight: it closes the next day.')).toBeTruthy();
    await user.click(await button('Add hours on Friday'));
    await user.click(await button('Add hours on Sunday'));
    await user.click(await button('Remove these hours of Sunday'));
    await user.click(await button('Save opening hours'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toEqual({ hours: [{ weekday: 'friday', opens: '17:00', closes: '01:00' }] });
  });

  it('asks for a missing time instead of leaving the hours out', async () => {
    const { user, saved } = openForm([MONDAY]);
    await user.clear(await screen.findByLabelText('Monday: closes'));
    await user.click(await button('Save opening hours'));
    expect(document.activeElement).toBe(screen.getByLabelText('Monday: closes'));
    expect(saved).toHaveLength(0);
  });

  it('names the food that can be picked up after closing, once the hours are saved', async () => {
    const until = (hours: number) => ({
      placeIsPublic: true,
      availableFrom: hoursFromNow(0),
      availableUntil: hoursFromNow(hours),
    });
    const { user } = openForm(
      [{ weekday: 'sunday', opens: '00:00', closes: '00:00' }],
      [
        aListing({ title: 'Rolls', ...until(1) }),
        aListing({ title: 'Croissants', status: 'expired', ...until(1) }),
      ],
    );
    await user.click(await button('Add hours on Monday'));
    expect(screen.queryByRole('link', { name: 'Check your shares' })).toBeNull();
    await user.click(await button('Save opening hours'));
    const link = await screen.findByRole('link', { name: 'Check your shares' });
    expect(link.closest('[role=status]')?.textContent).toBe(
      'The pickup of Rolls goes on after you close. Check your shares',
    );
  });

  it('shows the error, and keeps the input', async () => {
    const { user } = openForm([MONDAY]);
    await user.click(await button('Same every day'));
    replyError(putOpeningHours, 422, {
      ...refusalOf('check-fields'),
      fieldErrors: { hours: { code: 'overlapping-hours' } },
    });
    await user.click(await button('Save opening hours'));
    expect(await screen.findByText(errorSentence('overlapping-hours'))).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Sunday: opens').value).toBe('07:00');
    await user.click(await button('Remove these hours of Sunday'));
    expect(screen.queryByText(errorSentence('overlapping-hours'))).toBeNull();
  });
});

const head = (isEmpty: boolean) =>
  renderWithProviders(
    <PartnerHead id={ANA_ID} isEmpty={isEmpty} onEveryone={() => {}} otherwise={<p>From one giver</p>} />,
  );

describe('over the food of one organization', () => {
  it('shows name, address, and until when it is open', async () => {
    reply(getPartner, () => aPartner());
    const { user } = head(false);
    expect(await screen.findByRole('heading', { name: 'Blue Door Bakery' })).toBeTruthy();
    expect(screen.getByText('5 Elm Street')).toBeTruthy();
    await user.click(screen.getByText(/Open until 8:30 PM/));
    expect(screen.getByText('7 AM–8:30 PM')).toBeTruthy();
    expect(screen.queryByText(/Nothing left/)).toBeNull();
  });

  it('shows an empty state, and when it opens', async () => {
    reply(getPartner, () => aPartner({ hours: [{ ...MONDAY, closes: '17:00' }] }));
    head(true);
    expect(await screen.findByText(/Nothing left right now/)).toBeTruthy();
    expect(screen.getByText(/^Closed. Opens/)).toBeTruthy();
  });

  it('is the chip for a giver who is no organization', async () => {
    replyError(getPartner, 404, refusalOf('not-found'));
    head(false);
    expect(await screen.findByText('From one giver')).toBeTruthy();
  });
});

it('the poster has the name, the address and a symbol of the page with their food', async () => {
  reply(getPartner, () => aPartner());
  const { user } = renderWithProviders(<PosterSection partnerId={ANA_ID} />);
  await user.click(await button('Show the poster'));
  expect(await screen.findByRole('heading', { name: 'Blue Door Bakery' })).toBeTruthy();
  const poster = document.querySelector('[data-poster]');
  expect(poster?.querySelector('[data-qr]')).toBeTruthy();
  expect(poster?.textContent).toContain('OpenLarder');
  expect(poster?.textContent).toContain('5 Elm Street');
});

it.each([
  [['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], 'Mon–Fri'],
  [['monday', 'wednesday', 'saturday', 'sunday'], 'Mon, Wed, Sat–Sun'],
] as const)('days in words: %j', (days, words) => {
  expect(weekdaysLabel(days)).toBe(words);
});
