import {
  type CreateListing,
  createListing,
  type Listing,
  withdrawListing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aListing } from '#web/testing/samples.ts';
import { at, NOW, renderCounter, yesterdaysTray } from '#web/testing/business-counter.tsx';

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A server that shares and withdraws. */
function sharing(...listings: Listing[]) {
  const server = { claims: [], listings };
  const shared = reply(createListing, ({ body }) => {
    const {
      imageCaptions: _,
      pickupInstructions,
      contactPhone,
      urgencyLevel,
      ...said
    } = body as CreateListing;
    const made = aListing({
      ...said,
      pickupInstructions: pickupInstructions || null,
      contactPhone: contactPhone || null,
      urgencyLevel: urgencyLevel ?? 'low',
      closingTime: null,
      areaLabel: undefined,
      createdAt: new Date().toISOString(),
      servingsLeft: said.estimatedServings,
      offeredServings: said.estimatedServings,
      photos: [],
    } as Partial<Listing>);
    server.listings = [made, ...server.listings];
    return made;
  });
  const withdrawn = reply(withdrawListing, ({ params }) => {
    server.listings = server.listings.map((one) =>
      one.id === params['id'] ? { ...one, status: 'withdrawn' as const } : one,
    );
    return server.listings.find(({ id }) => id === params['id']) ?? aListing();
  });
  return { server, shared, withdrawn };
}
const share = (servings: number) => screen.findByRole('button', { name: `Share ${servings} servings` });

describe('same as yesterday', () => {
  it('shows the offer and shares it with one tap: the original amount, for this evening', async () => {
    const { server, shared } = sharing(yesterdaysTray());
    const { user } = await renderCounter(server);
    expect(await screen.findByRole('heading', { name: 'Same as yesterday' })).toBeTruthy();
    expect(screen.getByText('60 servings · today, 6–10:30 PM')).toBeTruthy();
    expect(screen.getByText('Contains gluten')).toBeTruthy();
    await user.click(await share(60));
    expect(await screen.findByText('Out tonight: 60 of 60 servings left')).toBeTruthy();
    expect(shared.map(({ body }) => body)).toMatchObject([
      {
        title: 'Bread and pastry',
        estimatedServings: 60,
        availableFrom: at('18:00'),
        bestByDate: at('23:59', 25),
      },
    ]);
    expect(screen.queryByRole('heading', { name: 'Same as yesterday' })).toBeNull();
    expect(document.activeElement?.textContent).toMatch(/^Posted: .+Out tonight/);
  });

  it('takes it back in place; the next one is another', async () => {
    const { server, shared, withdrawn } = sharing(yesterdaysTray());
    const { user } = await renderCounter(server);
    await user.click(await share(60));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await share(60));
    await screen.findByRole('button', { name: 'Undo' });
    expect(withdrawn).toHaveLength(1);
    const keys = shared.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('has no Undo once a person has claimed some of it', async () => {
    const { server } = sharing(yesterdaysTray());
    const { user, refetch } = await renderCounter(server);
    await user.click(await share(60));
    await screen.findByRole('button', { name: 'Undo' });
    server.listings = server.listings.map((one) =>
      one.status === 'posted' ? { ...one, servingsLeft: 46 } : one,
    );
    await refetch();
    expect(await screen.findByText('Out tonight: 46 of 60 servings left')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('never shares twice with a double tap', async () => {
    const { server, shared } = sharing(yesterdaysTray());
    const { user } = await renderCounter(server);
    await user.dblClick(await share(60));
    await screen.findByText('Out tonight: 60 of 60 servings left');
    expect(shared).toHaveLength(1);
  });

  it('treats the refusal after sharing in another tab as shared', async () => {
    const { server } = sharing(yesterdaysTray());
    const { user } = await renderCounter(server);
    replyError(createListing, 409, refusalOf('idempotency-key-reused'));
    server.listings = [
      yesterdaysTray({
        status: 'posted',
        createdAt: at('17:29'),
        availableUntil: at('22:30'),
        servingsLeft: 60,
        estimatedServings: 60,
      }),
      ...server.listings,
    ];
    await user.click(await share(60));
    expect(await screen.findByText('Out tonight: 60 of 60 servings left')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shares all of the day, and says which one failed by leaving it', async () => {
    const rolls = yesterdaysTray({ title: 'Rolls', offeredServings: 40, createdAt: at('18:00', 22) });
    const { server, shared } = sharing(rolls, yesterdaysTray());
    const { user } = await renderCounter(server);
    await user.click(await share(100));
    await screen.findByText('Out tonight: 100 of 100 servings left');
    expect(shared.map(({ body }) => (body as CreateListing).title)).toEqual(['Bread and pastry', 'Rolls']);
    expect(screen.getByRole('button', { name: 'Share more' })).toBeTruthy();
  });

  it('says why it could not be shared, and keeps the offer', async () => {
    const { server } = sharing(yesterdaysTray());
    const { user } = await renderCounter(server);
    replyError(createListing, 409, refusalOf('account-paused.organizer'));
    await user.click(await share(60));
    expect(await screen.findByText(errorSentence('account-paused.organizer'))).toBeTruthy();
    expect(await share(60)).toBeTruthy();
  });

  it('opens the form filled in, and asks there for a use-by date', async () => {
    const tray = yesterdaysTray();
    const meals = yesterdaysTray({ title: 'Meals', category: 'prepared_meals', dateKind: 'use_by' });
    await renderCounter({ claims: [], listings: [tray, meals] });
    const link = await screen.findByRole('link', { name: 'Edit first: Bread and pastry' });
    expect(link.getAttribute('href')).toBe(`/?tab=share&again=${tray.id}`);
    const ask = screen.getByRole('link', { name: 'Add the use-by date: Meals' });
    expect(ask.getAttribute('href')).toBe(`/?tab=share&again=${meals.id}`);
    // what has to be asked is not among it
    expect(await share(60)).toBeTruthy();
  });

  it('is one quiet line once something was shared today; more is one tap away', async () => {
    const lunch = yesterdaysTray({
      title: 'Lunch',
      status: 'posted',
      createdAt: at('11:00'),
      availableUntil: at('20:00'),
      estimatedServings: 20,
      offeredServings: 20,
      servingsLeft: 5,
    });
    const { server } = sharing(lunch, yesterdaysTray());
    const { user } = await renderCounter(server);
    expect(await screen.findByText('Out tonight: 5 of 20 servings left')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Same as yesterday' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Share more' }));
    expect(await share(60)).toBeTruthy();
  });

  it('leads to the empty form if all of it is out', async () => {
    const tray = yesterdaysTray({
      status: 'posted',
      createdAt: at('17:00'),
      availableUntil: at('22:30'),
      servingsLeft: 46,
    });
    const { user, newDonations } = await renderCounter({ claims: [], listings: [tray] });
    await user.click(await screen.findByRole('button', { name: 'Share more' }));
    await waitFor(() => expect(newDonations).toHaveLength(1));
  });

  it('names the weekday if it is longer ago', async () => {
    const days = (day: number) =>
      yesterdaysTray({
        createdAt: at('17:00', day),
        availableFrom: at('18:00', day),
        availableUntil: at('22:30', day),
        bestByDate: at('23:59', day + 2),
      });
    const { unmount } = await renderCounter({ claims: [], listings: [days(20)] });
    expect(await screen.findByRole('heading', { name: 'Same as Friday' })).toBeTruthy();
    unmount();
    await renderCounter({ claims: [], listings: [days(16)] });
    expect(await screen.findByRole('heading', { name: 'Same as last Monday' })).toBeTruthy();
  });
});
